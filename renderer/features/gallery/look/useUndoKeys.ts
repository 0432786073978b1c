import type { KeyboardEvent } from 'react'
import { useUndo } from '../../../parts/useUndo'
import { keyOf } from '../../../stores/keyboard'
import { useApp, useStores } from '../../../stores/storesContext'
import { toastIn } from '../../../stores/toastStore'

/** The keys of what the bar offers to undo or to do again; nothing that was done before acts from here. */
export function useUndoKeys(): (event: KeyboardEvent) => boolean {
  const mac = useApp(({ platform }) => platform === 'darwin')
  const { toasts } = useStores()
  const { undo, redo } = useUndo()
  return (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    const offered = toastIn(toasts.getState(), 'view')?.action
    const isMod = mac ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (!isMod || altKey || offered === undefined || offered === null || !('way' in offered)) return false
    const key = keyOf(event)
    const way = key === 'z' ? (shiftKey ? 'redo' : 'undo') : key === 'y' && !mac ? 'redo' : null
    if (way !== offered.way) return false
    if (way === 'undo') undo(offered.step)
    else redo()
    return true
  }
}
