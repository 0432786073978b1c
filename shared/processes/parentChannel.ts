/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
}

/** The part of Node's `process` that is used here; `parentPort` is there in a utility process only. */
export interface ChildSide {
  readonly parentPort?: ParentPort
  send?(message: unknown): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** A child's way to whoever started it. */
export interface ParentChannel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent is gone. A utility process is ended by Electron instead. */
  onClosed(listener: () => void): void
}

/** Speaks the same whether the process is Electron's utility process or a plain child with IPC. Give it `process`. */
export function parentChannel(side: ChildSide): ParentChannel {
  const { parentPort } = side
  if (parentPort)
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => void parentPort.on('message', (event) => listener(event.data)),
      onClosed: () => undefined,
    }
  return {
    send: (message) => void side.send?.(message),
    onMessage: (listener) => void side.on('message', listener),
    onClosed: (listener) => void side.on('disconnect', listener),
  }
}
