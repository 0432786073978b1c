import { type Bridge, droppedChannel, eventChannel, requestChannel } from '@shared/ipc/bridge'
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron'

const bridge: Bridge = {
  request: (route, input) => ipcRenderer.invoke(requestChannel, route, input),
  openDropped(file, input) {
    // Empty for a file that a script created: the main process refuses it.
    const path = file instanceof File ? webUtils.getPathForFile(file) : ''
    return ipcRenderer.invoke(droppedChannel, path, input)
  },
  subscribe(listener) {
    const forward = (_: IpcRendererEvent, event: string, payload: unknown) => listener(event, payload)
    ipcRenderer.on(eventChannel, forward)
    return () => {
      ipcRenderer.removeListener(eventChannel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('cyanotype', bridge)
