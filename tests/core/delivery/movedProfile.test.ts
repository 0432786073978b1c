import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { unknownBytes } from '../../support/oddFiles'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { answering } from '../answering'
import { endOfJob } from '../endOfJob'
import { picture } from '../hostile/hostileService'
import { httpService } from '../service/serviceHarness'

/** As on a new computer, or under another name of the user. */
async function movedTo(folder: string): Promise<string> {
  const root = join(temporaryFolder(), 'new home')
  await mkdir(root)
  for (const name of ['profile', 'library']) await rename(join(folder, name), join(root, name))
  return root
}

test.each(['base64', 'url'] as const)(
  'what came by %s and is kept can still be saved once the profile was moved',
  async (way) => {
    const first = await answering([{ bytes: unknownBytes }], way)
    expect(first.job.actions).toContain('saveKept')
    await first.core.stop()
    const root = await movedTo(first.folder)
    const { call, ports } = await startCore(root)
    ports.savedFile = join(root, 'saved.bin')
    await call('jobs.act', { ids: [first.job.id], action: 'saveKept' })
    expect((await readFile(ports.savedFile)).equals(unknownBytes)).toBe(true)
  },
)

test('an image that came in the answer, and is still to be saved, is saved once the profile was moved', async () => {
  const folder = temporaryFolder()
  let answer = () => {}
  const service = await httpService((_request, response) => {
    answer = () =>
      void response.end(JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] }))
  })
  const first = await startCore(folder)
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id } = await first.call('connections.save', { id: null, draft, apiKey: 'sk-1' })
  const request = { prompt: 'a boat', model: 'm', size: '', n: 1, mode: 'direct' as const, image: [] }
  await first.call('jobs.enqueue', { connectionId: id, draft: request, first: false })
  await eventually(() => service.received.length === 1)
  // The drive of the library is away for a while.
  await rename(join(folder, 'library'), join(folder, 'away'))
  answer()
  const spooled = async () =>
    (await readdir(join(folder, 'profile', 'spool'))).filter((name) => !name.endsWith('.part'))
  await eventually(async () => (await spooled()).length > 0)
  await eventually(async () =>
    (await first.call('app.snapshot', null)).notices.some(({ error }) => error.code === 'libraryAway'),
  )
  await first.core.stop()
  await rename(join(folder, 'away'), join(folder, 'library'))

  const { call } = await startCore(await movedTo(folder))
  const job = await endOfJob(call)
  expect(job).toMatchObject({ state: 'done', saved: 1 })
})
