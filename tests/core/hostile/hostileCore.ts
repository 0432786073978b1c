import { readFileSync } from 'node:fs'
import { connectionDefaults } from '@shared/model/connection'
import type { SendableDraft } from '@shared/model/draft'
import type { Job } from '@shared/model/job'
import { expect } from 'vitest'
import type { ForkedCore } from '../../support/coreFork'
import { coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { startKillableCore } from '../../support/killableCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type Manner, say, startHostileServices } from './hostileService'

/** Peak memory of the core's process over the whole run. Generous: an undisturbed one takes a third of it. */
const memoryBound = 512 * 1024 * 1024

export const task = (id: string, rest: object = {}) => ({ task_id: id, status: 'pending', data: [], ...rest })
export const done = (id: string, url: string) =>
  task(id, { status: 'completed', data: [{ url, status: 'completed' }] })
export const showing = (url: string) => ({ post: say({ data: [{ url }] }) })

/** What a core meets at services with these manners, beside a well-behaved one. */
export function meeting<Name extends string>(manners: Readonly<Record<Name, Manner>>) {
  /** A core in a process of its own, alongside the services. `speed`: how many times faster its own waits pass. */
  async function start({ speed = 1 } = {}) {
    const services = await startHostileServices({ ...manners, kind: {} })
    const program = await coreProgram('tests/support/coreProcess.ts')
    const folder = temporaryFolder()
    const core = await startKillableCore(program, folder, { taskMs: 300, slots: 2, speed })

    async function send(name: Name | 'kind', over: Partial<SendableDraft> = {}): Promise<void> {
      const typed = { ...connectionDefaults, models: [], name, baseUrl: services.urlOf(name) }
      const key = { id: null, apiKey: 'sk-live-1234567890' }
      const { id } = await core.call('connections.save', { ...key, draft: typed })
      const draft = { prompt: name, model: 'm', size: '', n: 1, mode: 'direct' as const, image: [], ...over }
      await core.call('jobs.enqueue', { connectionId: id, draft, first: false })
    }

    return { core, services, folder, send, jobOf: (name: Name | 'kind') => jobOf(core, name) }
  }

  /** Runs a case, and alongside it a job of the well-behaved service, which must arrive. */
  async function meet(
    name: Name,
    isMet: (job: Job) => boolean,
    { speed = 1, ...over }: Partial<SendableDraft> & { readonly speed?: number } = {},
  ): Promise<Job> {
    const { core, services, send, jobOf } = await start({ speed })
    await send(name, over)
    await eventually(() => services.count(name, 'post') === 1, { what: 'the request' })
    await send('kind')
    await eventually(async () => (await jobOf('kind'))?.state === 'done', {
      what: 'the image of another service',
    })
    const job = await eventually(
      async () => {
        const found = await jobOf(name)
        return found !== undefined && isMet(found) ? found : null
      },
      { what: `the end of ${name}` },
    )
    expect(services.count(name, 'post')).toBe(1)
    expect(peakBytes(core.pid)).toBeLessThan(memoryBound)
    return job
  }

  return { start, meet }
}

async function jobOf({ call }: ForkedCore, prompt: string): Promise<Job | undefined> {
  const { needsYou, running, finished } = await call('queue.overview', { limit: 100 })
  return [...needsYou, ...running, ...finished].find(({ request }) => request.prompt === prompt)
}

/** Peak memory of a process, where the system reports it. */
function peakBytes(pid: number): number {
  if (process.platform !== 'linux') return 0
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
