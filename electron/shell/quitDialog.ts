import { native } from '@shared/text/native'
import { type BrowserWindow, dialog } from 'electron'
import { loadNativeText } from './nativeText'
import type { QuitChoice } from './quit'

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
