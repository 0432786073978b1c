import { useLayoutEffect } from 'react'
import { useApp } from '../stores/storesContext'

/** Puts the chosen theme on the root; the style sheet follows the system live for `system`. */
export function useTheme(): void {
  const theme = useApp(({ preferences }) => preferences.theme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}
