/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
}

/** The part of Node's `process` that is used here; `parentPort` is there in a utility process only. */
export interface ChildSide {
  readonly parentPort?: ParentPort
  /** False once the parent is gone, where there is IPC. */
  readonly connected?: boolean
  send?(message: unknown, handle: undefined, options: undefined, onSent: () => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** A child's way to whoever started it. */
export interface ParentChannel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent is gone, at once when it is already. A utility process is ended by Electron instead. */
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
    // Without a callback of its own a message to a parent that is gone would be an uncaught error.
    send: (message) => void side.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void side.on('message', listener),
    onClosed(listener) {
      if (side.connected === false) listener()
      else side.on('disconnect', listener)
    },
  }
}
