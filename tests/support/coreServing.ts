import { fork } from 'node:child_process'
import { z } from 'zod'
import type { Core } from '../../electron/core/core'
import type { ChildChannel, Processes } from '../../electron/core/ports'

const requestSchema = z.object({ id: z.number(), route: z.string(), input: z.unknown() })

/** The app's own entries, built, as plain children of this process. */
export function forkedEntries(entries: Readonly<Record<'demo' | 'imaging', string>>): Processes {
  return {
    start(entry, args): ChildChannel {
      const child = fork(entries[entry], args, { serialization: 'advanced', execArgv: [] })
      return {
        send(message) {
          if (child.connected && typeof message === 'object' && message !== null) child.send(message)
        },
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', listener),
        kill: () => void child.kill('SIGKILL'),
      }
    },
  }
}

/** Starts a core and answers the requests that come as messages, until the process that sends them is gone. */
export async function serveCore(core: Core): Promise<void> {
  process.on('message', (message) => {
    const { id, route, input } = requestSchema.parse(message)
    void core.handle(route, input).then((answer) => process.send?.({ id, answer }))
  })
  process.on('disconnect', () => process.exit())
  await core.start()
  process.send?.({ id: 0, answer: null })
}
