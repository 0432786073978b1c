import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { appErrorSchema } from '@shared/errors'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { builtEntry } from './builtEntry'
import { type Call, callOf } from './runningCore'

const root = resolve(import.meta.dirname, '../..')
const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])
const replySchema = z.object({ id: z.number(), answer: answerSchema.nullable() })

export interface KillableCore {
  readonly call: Call
  /** SIGKILL, as when the power goes but for the disk. Resolves when the process is gone. */
  kill(): Promise<void>
}

export interface CoreProgram {
  /** Absolute. */
  readonly path: string
  remove(): Promise<void>
}

/** Builds the program that `startKillableCore` runs. */
export async function buildCoreProgram(): Promise<CoreProgram> {
  // Inside node_modules, so that what stays external is found from there.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'cyanotype-core-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': join(root, 'shared') } },
    ssr: { noExternal: true, external: ['libsql'] },
    build: {
      ssr: join(root, 'tests/support/coreProcess.ts'),
      target: 'node20.18',
      outDir,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'core.js' } },
    },
  })
  return { path: join(outDir, 'core.js'), remove: () => rm(outDir, { recursive: true, force: true }) }
}

/** Starts the program on a folder; resolves once its core runs. */
export async function startKillableCore(
  program: CoreProgram,
  folder: string,
  demo: { readonly taskMs: number; readonly slots: number },
): Promise<KillableCore> {
  const entries = { demo: await builtEntry('demo'), imaging: await builtEntry('imaging') }
  const child = fork(program.path, [JSON.stringify({ folder, entries, demo })], { execArgv: [] })
  const gone = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await gone
  })
  const waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>()
  let lastId = 0
  const started = new Promise<void>((resolveStarted, reject) => {
    child.on('message', (message) => {
      const { id, answer } = replySchema.parse(message)
      if (answer === null) return resolveStarted()
      waiting.get(id)?.(answer)
      waiting.delete(id)
    })
    void gone.then(() => reject(new Error('the core ended before it ran')))
  })
  await started
  return {
    call: callOf(
      (route, input) =>
        new Promise((resolveAnswer) => {
          lastId += 1
          waiting.set(lastId, resolveAnswer)
          child.send({ id: lastId, route, input })
        }),
    ),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
