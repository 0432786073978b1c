import { useCallback } from 'react'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'

/** Does something that can be undone, and tells a refusal. Null: nothing was done that can be undone. */
export function useDid(): (action: () => Promise<Step | null>) => void {
  const { undo } = useStores()
  const act = useAct()
  return useCallback((action) => void act(() => undo.did(action())), [undo, act])
}
