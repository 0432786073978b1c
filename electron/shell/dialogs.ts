import { extname } from 'node:path'
import { native } from '@shared/text/native'
import { type BrowserWindow, dialog } from 'electron'
import type { Dialogs } from '../core/ports'
import { loadNativeText } from './nativeText'
import type { QuitChoice } from './quit'

const extensions = { table: ['csv', 'tsv', 'json', 'jsonl', 'ndjson', 'txt', 'md'] } as const

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

    async chooseFile(purpose) {
      const words = native.chooseFile[purpose]
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: words.title,
        buttonLabel: words.button,
        properties: ['openFile'],
        filters: [
          { name: words.kind, extensions: [...extensions[purpose]] },
          { name: words.any, extensions: ['*'] },
        ],
      })
      return canceled ? null : (filePaths[0] ?? null)
    },

    async chooseImages(what) {
      const words = native.chooseImages[what]
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: words.title,
        buttonLabel: words.button,
        properties: what === 'folder' ? ['openDirectory'] : ['openFile', 'multiSelections'],
      })
      return canceled ? [] : filePaths
    },

    async saveFile(purpose, name) {
      const words = native.saveFile[purpose]
      const extension = extname(name).slice(1)
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: words.title,
        buttonLabel: words.button,
        defaultPath: name,
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['showOverwriteConfirmation'],
      })
      return canceled ? null : filePath
    },
  }
}

const choices: readonly QuitChoice[] = ['wait', 'now', 'cancel']

/** Asks what to do about requests whose answer, and whose images, are still to come. */
export async function askBeforeQuit(window: BrowserWindow, requests: number): Promise<QuitChoice> {
  const text = await loadNativeText()
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: text('quit.message', { count: requests }),
    detail: native.quit.detail,
    buttons: choices.map((choice) => native.quit[choice]),
    defaultId: choices.indexOf('wait'),
    cancelId: choices.indexOf('cancel'),
    noLink: true,
  })
  return choices[response] ?? 'cancel'
}
