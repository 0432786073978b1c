import { isAbsolute } from 'node:path'
import { appError } from '@shared/errors'
import { bringChannel, droppedChannel, eventChannel, requestChannel } from '@shared/ipc/bridge'
import type { Answer } from '@shared/ipc/contract'
import { ipcMain, type WebContents } from 'electron'
import type { Core, CoreEvent } from '../core/core'

/** The part of an `IpcMainInvokeEvent` that is used here. */
export interface Sender {
  readonly sender: object
  readonly senderFrame: { readonly origin: string } | null
}

/** The window's contents and the origin of our page. */
export interface OurPage {
  readonly contents: { readonly mainFrame: object }
  readonly origin: string
}

/**
 * Only the main frame of our window, and only while it shows our page, may ask. Reads the frame immediately, because it
 * can disappear.
 */
export function isOurPage({ sender, senderFrame }: Sender, { contents, origin }: OurPage): boolean {
  return (
    sender === contents &&
    senderFrame !== null &&
    senderFrame === contents.mainFrame &&
    senderFrame.origin === origin
  )
}

/** Answers the window's requests from the core; requests that come before it runs wait for it. */
export function answerRequests(
  core: Promise<Pick<Core, 'handle' | 'openTable' | 'bringDropped'>>,
  page: OurPage,
): void {
  ipcMain.handle(requestChannel, (event, route: unknown, input: unknown) => {
    if (!isOurPage(event, page) || typeof route !== 'string') return refusal
    return core.then((running) => running.handle(route, input))
  })
  ipcMain.handle(droppedChannel, (event, path: unknown, input: unknown) => {
    if (!isOurPage(event, page) || typeof path !== 'string' || !isAbsolute(path)) return refusal
    return core.then((running) => running.openTable(path, input))
  })
  ipcMain.handle(bringChannel, (event, paths: unknown) => {
    if (!isOurPage(event, page) || !Array.isArray(paths) || paths.length > droppedMaximum) return refusal
    if (!paths.every((path) => typeof path === 'string' && isAbsolute(path))) return refusal
    return core.then((running) => running.bringDropped(paths))
  })
}

/** More files are dropped as their folder. */
const droppedMaximum = 50_000

const refusal: Answer<never> = { ok: false, error: appError('notAllowed') }

/** Sends one event to the window, if it still exists. */
export function sendEvent(contents: WebContents, { event, payload }: CoreEvent): void {
  if (!contents.isDestroyed()) contents.send(eventChannel, event, payload)
}
