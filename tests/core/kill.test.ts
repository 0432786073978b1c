import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCore } from '../../electron/core/createCore'
import type { Call } from '../support/call'
import { childProcesses } from '../support/childProcesses'
import { type CoreProgram, coreProgram } from '../support/coreProgram'
import { demoPosts } from '../support/demoJournal'
import { endDemoTasks, endlessMs } from '../support/demoTasks'
import { eventually } from '../support/eventually'
import { goOn } from '../support/goOn'
import { startKillableCore } from '../support/killableCore'
import { coreOptions } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { testPorts } from '../support/testPorts'

describe('a core that is killed', () => {
  let program: CoreProgram
  beforeAll(async () => {
    program = await coreProgram('tests/support/coreProcess.ts')
  })

  async function enqueue(call: Call, n: number): Promise<void> {
    const { id } = await call('connections.useDemo', null)
    const draft = { prompt: 'a boat', model: 'aurora-2', size: '', n, mode: 'background' as const, image: [] }
    await call('jobs.enqueue', { connectionId: id, draft, first: false })
  }

  /** What is on disk is what the rows say, and nothing else is left over. */
  async function imagesOnDisk(call: Call, folder: string): Promise<readonly { readonly jobId: string }[]> {
    const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 500 })
    const library = join(folder, 'library')
    for (const { id } of rows) {
      const { file, sha256 } = await call('images.details', { id })
      const bytes = await readFile(join(library, file))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    const files = await readdir(library, { recursive: true })
    expect(files.filter((name) => /\.(png|jpg|webp)$/.test(name))).toHaveLength(rows.length)
    // A file being adopted briefly has its record there.
    await eventually(async () => (await readdir(join(library, '.cyanotype/incoming'))).length === 0, {
      what: 'a library without temp files',
    })
    return rows
  }

  test('kept all other processes out of its profile, and does not afterwards', async () => {
    const folder = temporaryFolder()
    const first = await startKillableCore(program, folder, { taskMs: 100, slots: 1 })
    await enqueue(first.call, 1)
    const ports = testPorts(folder, { processes: await childProcesses() })
    expect(() => createCore(ports, coreOptions)).toThrow('databaseLocked')
    await eventually(async () => (await first.call('queue.overview', { limit: 1 })).counts.finished === 1)
    await first.kill()
    await createCore(ports, coreOptions).stop()
  })

  test('while its tasks run still gets every image, and sends nothing twice', async () => {
    const folder = temporaryFolder()
    const profile = join(folder, 'profile')
    const demo = { taskMs: endlessMs, slots: 2 }
    const first = await startKillableCore(program, folder, demo)
    await enqueue(first.call, 6)
    const isSent = ({ state }: { readonly state: string }) => state !== 'sending'
    await eventually(
      async () => {
        const { counts, running } = await first.call('queue.overview', { limit: 100 })
        return counts.waiting === 0 && running.length === 6 && running.every(isSent)
      },
      { what: 'a queue of which all is sent' },
    )
    await first.kill()

    endDemoTasks(profile, 2)
    const second = await startKillableCore(program, folder, demo)
    const { running } = await eventually(
      async () => {
        const overview = await second.call('queue.overview', { limit: 100 })
        return overview.counts.finished === 2 && overview
      },
      { what: 'a queue of which some has arrived' },
    )
    expect(running).toHaveLength(4)
    await second.kill()

    endDemoTasks(profile)
    const { call } = await startKillableCore(program, folder, demo)
    await eventually(async () => (await call('queue.overview', { limit: 1 })).counts.finished === 6, {
      what: 'six finished jobs',
    })
    const images = await imagesOnDisk(call, folder)
    const posts = await demoPosts(profile)
    expect([...posts].sort()).toEqual(images.map(({ jobId }) => jobId).sort())
  })

  test('again and again while it sends loses no image, sends nothing twice and asks where it can’t know', async () => {
    const folder = temporaryFolder()
    const demo = { taskMs: 300, slots: 4 }
    const posts = () => demoPosts(join(folder, 'profile')).catch(() => [])
    let core = await startKillableCore(program, folder, demo)
    await enqueue(core.call, 16)
    for (const count of [1, 3, 5, 8, 11]) {
      const { call, kill } = core
      // A kill leaves requests in flight uncertain: some of the sixteen may never be made.
      const allSent = async () => (await call('queue.overview', { limit: 1 })).counts.waiting === 0
      await eventually(async () => (await posts()).length >= count || (await allSent()), {
        what: `${count} requests`,
      })
      await kill()
      core = await startKillableCore(program, folder, demo)
      await goOn(core.call)
    }
    const { counts, needsYou } = await eventually(
      async () => {
        const overview = await core.call('queue.overview', { limit: 100 })
        return overview.counts.finished + overview.counts.needsYou === 16 ? overview : null
      },
      { what: 'the end of every job' },
    )
    const sent = await posts()
    expect(new Set(sent).size).toBe(sent.length)
    expect(await imagesOnDisk(core.call, folder)).toHaveLength(counts.finished)
    for (const { state } of needsYou) expect(state).toBe('uncertain')
  })
})
