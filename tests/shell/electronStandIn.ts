import { EventEmitter } from 'node:events'

/**
 * The parts of `electron` that the shell's modules import, for plain Node. They do nothing: what needs Electron itself
 * is tested in Electron.
 */
export const app = new EventEmitter()
type IpcHandler = (event: object, ...said: unknown[]) => unknown
const ipcHandlers = new Map<string, IpcHandler>()
export const ipcMain = {
  handlers: ipcHandlers,
  handle: (channel: string, handler: IpcHandler) => void ipcHandlers.set(channel, handler),
}
export const dialog = { showErrorBox: () => {} }
export const nativeTheme = new EventEmitter()
export const powerMonitor = new EventEmitter()
export const powerSaveBlocker = {}
export const screen = {}
export const shell = { openExternal: async () => {}, openPath: async () => '' }
export const utilityProcess = {}
export class BrowserWindow extends EventEmitter {}
export class Notification extends EventEmitter {}

// electron-store uses the default export, and finds no `app` there, as in any program other than Electron.
export default {}
