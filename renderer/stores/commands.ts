/** What the user can tell the window to do from anywhere: by key, menu or button. */
export const commandNames = [
  'generate',
  'generateFirst',
  'settings',
  'search',
  'goToDate',
  'prompt',
  'library',
  'details',
  'showDetails',
  'quickLook',
  'compare',
  'togglePause',
  'shortcuts',
  'export',
  'delete',
  'deleteRejected',
  'collect',
  'undo',
  'redo',
  'connection',
  'openTable',
  'bringImages',
  'bringFolder',
  'nextRegion',
  'previousRegion',
] as const

export type CommandName = (typeof commandNames)[number]

export interface Commands {
  /** The last handler registered acts; returns the disposer. */
  handle(name: CommandName, handler: () => void): () => void
  /** False if nothing handles it now. */
  run(name: CommandName): boolean
}

/** Connects the senders of commands (keys, the system's menu) with their handlers (features). */
export function createCommands(): Commands {
  const handlers = new Map<CommandName, readonly (() => void)[]>()
  return {
    handle(name, handler) {
      handlers.set(name, [...(handlers.get(name) ?? []), handler])
      return () => {
        handlers.set(
          name,
          (handlers.get(name) ?? []).filter((other) => other !== handler),
        )
      }
    },
    run(name) {
      const handler = handlers.get(name)?.at(-1)
      handler?.()
      return handler !== undefined
    },
  }
}
