import type { PreferencesPatch } from '@shared/model/preferences'
import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'

/** Changes settings; a failure is told. */
export function useChangePreferences(): (patch: PreferencesPatch) => void {
  const { app } = useStores()
  const act = useAct()
  return (patch) => {
    void act(() => app.changePreferences(patch))
  }
}
