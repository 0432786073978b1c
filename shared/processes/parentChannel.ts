/** The part of Electron's `process.parentPort` that is used here. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
}

/** The part of Node's `process` that is used here; only a utility process has `parentPort`. */
export interface ChildSide {
  readonly parentPort?: ParentPort
  /** False once the parent is gone, if there is IPC. */
  readonly connected?: boolean
  send?(message: unknown, handle: undefined, options: undefined, onSent: () => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** A child's connection to the process that started it. */
export interface ParentChannel {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent is gone, immediately if it already is. Electron ends utility processes itself. */
  onClosed(listener: () => void): void
}

/** Works the same in Electron's utility process and in a plain child with IPC. Pass it `process`. */
export function parentChannel(side: ChildSide): ParentChannel {
  const { parentPort } = side
  if (parentPort)
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => void parentPort.on('message', (event) => listener(event.data)),
      onClosed: () => undefined,
    }
  return {
    // Without its own callback, a message to a parent that is gone would be an uncaught error.
    send: (message) => void side.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void side.on('message', listener),
    onClosed(listener) {
      if (side.connected === false) listener()
      else side.on('disconnect', listener)
    },
  }
}
