import { useChangePreferences } from '../../../parts/useChangePreferences'
import { useApp } from '../../../stores/storesContext'

/** Whether the filmstrip is shown, as the user left it. */
export function useFilmstrip(): { readonly isShown: boolean; toggle(): void } {
  const isShown = useApp(({ preferences }) => preferences.filmstripShown)
  const changePreferences = useChangePreferences()
  return { isShown, toggle: () => changePreferences({ filmstripShown: !isShown }) }
}
