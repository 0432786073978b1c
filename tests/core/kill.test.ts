import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { demoPosts } from '../support/demoJournal'
import { eventually } from '../support/eventually'
import { builtCoreProcess, startKillableCore } from '../support/killableCore'
import { temporaryFolder } from '../support/temporaryFolder'

it('killed in the middle, the core goes on: every image arrives, and each job was sent once', {
  timeout: 90_000,
}, async () => {
  const folder = temporaryFolder()
  const profile = join(folder, 'profile')
  const program = await builtCoreProcess()
  const demoOptions = { taskMs: 2500, slots: 2 }

  const first = await startKillableCore(program, folder, demoOptions)
  const demo = await first.call('connections.useDemo', null)
  await first.call('jobs.enqueue', {
    connectionId: demo.id,
    draft: { prompt: 'a boat', model: 'aurora-2', size: '', n: 6, mode: 'background', image: [] },
    first: false,
  })
  // All are sent, some have arrived: what is lost now is only what was in memory.
  await eventually(
    async () => {
      const { counts, running } = await first.call('queue.overview', { limit: 100 })
      const sent = counts.waiting === 0 && running.every(({ state }) => state !== 'sending')
      return sent && running.length > 0 && counts.finished > 0
    },
    { what: 'a queue in the middle', timeoutMs: 30_000 },
  )
  await first.kill()

  const second = await startKillableCore(program, folder, demoOptions)
  const rows = await eventually(
    async () => {
      const page = await second.call('gallery.page', { text: '', offset: 0, limit: 100 })
      return page.rows.length === 6 ? page.rows : null
    },
    { what: 'six images', timeoutMs: 40_000 },
  )
  for (const { id } of rows) {
    const { file, sha256 } = await second.call('images.details', { id })
    const bytes = await readFile(join(folder, 'library', file))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  const posts = await demoPosts(profile)
  expect(posts).toHaveLength(6)
  expect(new Set(posts)).toEqual(new Set(rows.map(({ jobId }) => jobId)))
  await second.kill()
})
