import { type Bridge, bringChannel, droppedChannel, eventChannel, requestChannel } from '@shared/ipc/bridge'
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron'

/** Empty for a file that a script created: the main process refuses it. */
const pathOf = (file: object): string => (file instanceof File ? webUtils.getPathForFile(file) : '')

const bridge: Bridge = {
  request: (route, input) => ipcRenderer.invoke(requestChannel, route, input),
  openDropped(file, input) {
    return ipcRenderer.invoke(droppedChannel, pathOf(file), input)
  },
  bringDropped: (files) => ipcRenderer.invoke(bringChannel, files.map(pathOf)),
  subscribe(listener) {
    const forward = (_: IpcRendererEvent, event: string, payload: unknown) => listener(event, payload)
    ipcRenderer.on(eventChannel, forward)
    return () => {
      ipcRenderer.removeListener(eventChannel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('cyanotype', bridge)
