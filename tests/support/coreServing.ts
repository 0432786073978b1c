import { fork } from 'node:child_process'
import { type EntryName, entryArguments } from '@shared/processes/entryArguments'
import { z } from 'zod'
import type { Core } from '../../electron/core/core'
import type { ChildChannel, Processes } from '../../electron/core/ports'
import { residentMemory } from '../../electron/core/residentMemory'

const requestSchema = z.object({ id: z.number(), route: z.string(), input: z.unknown() })

/**
 * Those of the app's own entries that the core will start, already built, as plain children of this process.
 */
export function forkedEntries(entries: Readonly<Partial<Record<EntryName, string>>>): Processes {
  return {
    start(entry, args): ChildChannel {
      const file = entries[entry]
      if (file === undefined) throw new Error(`the entry ${entry} was not built for this core`)
      const child = fork(file, args, { serialization: 'advanced', execArgv: [...entryArguments[entry]] })
      return {
        send(message) {
          // A child that is exiting accepts no message: its exit is reported.
          if (child.connected && typeof message === 'object' && message !== null)
            child.send(message, () => {})
        },
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', listener),
        kill: () => void child.kill('SIGKILL'),
        memory: () => residentMemory(child.pid),
      }
    },
  }
}

/**
 * Starts a core and answers the requests that arrive as messages, until the process that sends them is gone.
 */
export async function serveCore(core: Core): Promise<void> {
  process.on('message', (message) => {
    const { id, route, input } = requestSchema.parse(message)
    void core.handle(route, input).then((answer) => process.send?.({ id, answer }))
  })
  process.on('disconnect', () => process.exit())
  await core.start()
  process.send?.({ id: 0, answer: null })
}
