import type { PreferencesPatch } from '@shared/model/preferences'
import { useStores } from '../stores/storesContext'
import { useTellFailure } from './useTellFailure'

/** Changes settings; a failure is told. */
export function useChangePreferences(): (patch: PreferencesPatch) => void {
  const { app } = useStores()
  const tellFailure = useTellFailure()
  return (patch) => {
    app.changePreferences(patch).catch(tellFailure)
  }
}
