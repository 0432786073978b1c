import { fork } from 'node:child_process'
import { appErrorSchema } from '@shared/errors'
import { z } from 'zod'
import { type Call, callOf } from './call'

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])
const replySchema = z.object({ id: z.number(), answer: answerSchema.nullable() })
type Answer = z.infer<typeof answerSchema>

/** How a process ended: one of both is null. */
export interface CoreEnd {
  readonly code: number | null
  readonly signal: string | null
}

export interface ForkedCore {
  readonly pid: number
  /** Resolves once the core runs; rejects if it ended before. */
  readonly started: Promise<void>
  /** Rejects if the core ends before it answers. */
  readonly call: Call
  /** Resolves when the process is gone, however it ended. */
  readonly gone: Promise<CoreEnd>
  /** The same, for what a program answers besides. */
  handle(route: string, input: unknown): Promise<Answer>
  /** Nothing is asked any more: the program ends. */
  disconnect(): void
  /** SIGKILL, as when the power goes but for the disk. Resolves when the process is gone. */
  kill(): Promise<void>
}

/**
 * Starts a program that serves a core (`coreServing.ts`) with what it is given. `env` is added to the environment.
 * `under`: a command with its arguments that becomes the Node it is given, for example one that injects faults.
 * `onOutput` is given what it writes; default: its output is that of this process.
 */
export function forkCore(
  program: string,
  given: object,
  env: Readonly<Record<string, string>> = {},
  under: readonly string[] = [],
  onOutput: ((text: string) => void) | null = null,
): ForkedCore {
  const [execPath = process.execPath, ...execArgv] = [...under, process.execPath]
  const child = fork(program, [JSON.stringify(given)], {
    execPath,
    execArgv: under.length === 0 ? [] : execArgv,
    env: { ...process.env, ...env },
    silent: onOutput !== null,
  })
  if (onOutput !== null)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
  const gone = new Promise<CoreEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
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
    disconnect() {
      if (child.connected) child.disconnect()
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
