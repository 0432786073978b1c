import { type Bridge, eventChannel, requestChannel } from '@shared/ipc/bridge'
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'

const bridge: Bridge = {
  request: (route, input) => ipcRenderer.invoke(requestChannel, route, input),
  subscribe(listener) {
    const forward = (_: IpcRendererEvent, event: string, payload: unknown) => listener(event, payload)
    ipcRenderer.on(eventChannel, forward)
    return () => {
      ipcRenderer.removeListener(eventChannel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('cyanotype', bridge)
