import { fork } from 'node:child_process'
import { z } from 'zod'
import { createCore } from '../../electron/core/createCore'
import type { ChildChannel } from '../../electron/core/ports'
import { testPorts } from './testPorts'

/** A core in a process of its own, to be killed in: it answers requests that come as messages. */
const given = z
  .object({
    folder: z.string(),
    entries: z.object({ demo: z.string(), imaging: z.string() }),
    demo: z.object({ taskMs: z.number(), slots: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const requestSchema = z.object({ id: z.number(), route: z.string(), input: z.unknown() })

function start(entry: 'demo' | 'imaging', args: readonly string[]): ChildChannel {
  const child = fork(given.entries[entry], args, { serialization: 'advanced', execArgv: [] })
  return {
    send(message) {
      if (child.connected && typeof message === 'object' && message !== null) child.send(message)
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill('SIGKILL'),
  }
}

const core = createCore(testPorts(given.folder, { processes: { start } }), {
  app: { version: '0.0.0', platform: 'linux', runtime: {} },
  demo: given.demo,
  diskReserveBytes: 0,
})
await core.start()

process.on('message', (message) => {
  const { id, route, input } = requestSchema.parse(message)
  void core.handle(route, input).then((answer) => process.send?.({ id, answer }))
})
process.on('disconnect', () => process.exit())
process.send?.({ id: 0, answer: null })
