import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appErrorSchema } from '@shared/errors'
import { z } from 'zod'
import { type Call, callOf } from './call'

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])
const replySchema = z.object({ id: z.number(), answer: answerSchema.nullable() })
type Answer = z.infer<typeof answerSchema>

export interface ForkedCore {
  readonly pid: number
  /** Resolves once the core runs; rejects if it ended before. */
  readonly started: Promise<void>
  /** Rejects if the core ends before it answers. */
  readonly call: Call
  /** Resolves when the process is gone, however it ended. */
  readonly gone: Promise<unknown>
  /** The same for other routes that the program answers. */
  handle(route: string, input: unknown): Promise<Answer>
  /**
   * Sends SIGKILL, which is like a power failure except that the disk keeps its cache. Resolves when the
   * process is gone.
   */
  kill(): Promise<void>
}

/**
 * Starts a program that serves a core (`coreServing.ts`) with these arguments. `env` is added to the
 * environment.
 */
export function forkCore(
  program: string,
  given: object,
  env: Readonly<Record<string, string>> = {},
): ForkedCore {
  const child = fork(program, [JSON.stringify(given)], { execArgv: [], env: { ...process.env, ...env } })
  const gone = once(child, 'exit')
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  let lastId = 0
  let isGone = false
  const started = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      const { id, answer } = replySchema.parse(message)
      if (answer === null) return resolve()
      waiting.get(id)?.resolve(answer)
      waiting.delete(id)
    })
    void gone.then(() => {
      isGone = true
      reject(new Error('the core ended before it ran'))
      for (const one of waiting.values()) one.reject(new Error('the core ended before it answered'))
    })
  })
  const handle = (route: string, input: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      if (isGone || !child.connected) return reject(new Error('the core is gone'))
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      // A core that is being killed accepts no message: its exit is reported above.
      child.send({ id: lastId, route, input }, () => undefined)
    })
  return {
    pid: child.pid ?? 0,
    started,
    gone,
    call: callOf(handle),
    handle,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
