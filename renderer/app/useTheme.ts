import { useLayoutEffect } from 'react'
import { useApp } from '../stores/storesContext'

/** Sets the chosen theme on the root element; for `system` the style sheet follows the system live. */
export function useTheme(): void {
  const theme = useApp(({ preferences }) => preferences.theme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
}
