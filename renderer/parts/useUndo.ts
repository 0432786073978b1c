import { useMemo } from 'react'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { useAct } from './useAct'

export interface Undo {
  /** Undoes the last action, or the given one. */
  undo(step?: Step): void
  redo(): void
}

/** Undo and redo; a refusal is told, and they can be tried again. */
export function useUndo(): Undo {
  const { undo: history } = useStores()
  const act = useAct()
  return useMemo(
    () => ({
      undo: (step) => void act(() => history.undo(step)),
      redo: () => void act(history.redo),
    }),
    [history, act],
  )
}
