import { useEffect } from 'react'
import { useAct } from '../parts/useAct'
import { useOpenTable } from '../parts/useOpenTable'
import { useUndo } from '../parts/useUndo'
import type { CommandName } from '../stores/commands'
import { isTyping, listenForShortcuts } from '../stores/shortcuts'
import { useApp, useCommand, useStores } from '../stores/storesContext'
import { keepUndoInField } from '../ui/keepUndoInField'
import { isWindowCovered } from '../ui/windowCovered'
import { goRound, useRegionRing } from './regionRing'

/** Connects keys and the system's menu to the commands, and handles those that belong to the window itself. */
export function useWindowCommands(): void {
  const { client, commands, dialogs, draft, notes, queue } = useStores()
  const platform = useApp((state) => state.platform)
  const table = useOpenTable()
  const act = useAct()
  const { undo, redo } = useUndo()
  useRegionRing()

  useEffect(() => {
    // No command acts under a dialog, from the moment the dialog is requested.
    const run = (name: CommandName): boolean =>
      dialogs.getState().open.length === 0 && !isWindowCovered() && commands.run(name)
    const disposers = [
      listenForShortcuts(window, run, platform),
      keepUndoInField(document),
      client.on('window.commanded', (name) => !isOfField(name) && run(name)),
    ]
    return () => {
      for (const dispose of disposers) dispose()
    }
  }, [client, commands, dialogs, platform])

  useEffect(() => {
    const flush = (): void => {
      void draft.flush()
      void notes.flush()
    }
    window.addEventListener('pagehide', flush)
    window.addEventListener('blur', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('blur', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [draft, notes])

  useEffect(
    () =>
      client.on('app.ending', () => {
        void act(async () => {
          await Promise.all([draft.flush(), notes.flush()])
          await client.call('app.written', null)
        })
      }),
    [client, draft, notes, act],
  )

  useCommand('settings', () => dialogs.show({ kind: 'settings' }))
  useCommand('shortcuts', () => dialogs.show({ kind: 'shortcuts' }))
  useCommand('connection', () => dialogs.show({ kind: 'connection', id: null }))
  useCommand('openTable', table.showOrOpen)
  useCommand('nextRegion', () => goRound(1))
  useCommand('previousRegion', () => goRound(-1))
  useCommand('togglePause', () => void act(queue.togglePause))
  useCommand('undo', undo)
  useCommand('redo', redo)
}

/** A focused field has an undo and redo of its own, which the menu has also asked it for. */
function isOfField(name: CommandName): boolean {
  return (name === 'undo' || name === 'redo') && isTyping(document.activeElement)
}
