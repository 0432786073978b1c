import { native } from '@shared/text/native'
import { type BrowserWindow, dialog } from 'electron'
import type { Dialogs } from '../core/ports'

/** Native dialogs, attached to the window. */
export function createDialogs(window: BrowserWindow): Dialogs {
  return {
    async chooseFolder(purpose) {
      const words = native.chooseFolder[purpose]
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: words.title,
        buttonLabel: words.button,
        properties: ['openDirectory', 'createDirectory'],
      })
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}
