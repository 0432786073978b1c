import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { damage } from '../../support/damagedDatabase'
import { realClock } from '../../support/fakeClock'
import { fillConnection } from '../../support/filledDatabase'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'

test('damaged rows are reported until the notice is dismissed, and are written to a file as they were', async () => {
  const root = temporaryFolder()
  const profile = join(root, 'profile')
  mkdirSync(profile)
  const path = join(profile, 'cyanotype.db')
  const db = testDatabase(path)
  const { jobs } = fillConnection(db, { name: 'one', baseUrl: 'http://127.0.0.1:1', now: realClock.now() })
  db.close()
  damage(path, 'jobs', [{ column: 'request_json', value: "'{'", where: `id = '${jobs.queued}'` }])

  const first = await startCore(root)
  const told = async ({ call }: typeof first) =>
    (await call('app.snapshot', null)).notices.filter(({ id }) => id === 'damagedRows')
  // Its item no longer belongs to any job.
  expect(await told(first)).toMatchObject([
    { error: { code: 'rowsDamaged', params: { count: 2 } }, dismissible: true },
  ])
  expect(await first.call('damage.save', null)).toEqual({ outcome: 'closed' })
  first.ports.savedFile = join(root, 'damaged.json')
  expect(await first.call('damage.save', null)).toEqual({ outcome: 'written' })
  expect(first.ports.offered).toEqual(['cyanotype-damaged.json', 'cyanotype-damaged.json'])
  const written: { table: string; row: { id?: string; request_json?: string } }[] = JSON.parse(
    await readFile(first.ports.savedFile, 'utf8'),
  )
  expect(written.find(({ table }) => table === 'jobs')?.row).toMatchObject({
    id: jobs.queued,
    request_json: '{',
  })
  first.ports.savedFile = join(root, 'nowhere', 'damaged.json')
  await expect(first.call('damage.save', null)).rejects.toMatchObject({ error: { code: 'folderUnwritable' } })
  await first.core.stop()

  const second = await startCore(root)
  expect(await told(second)).toHaveLength(1)
  await second.call('app.dismissNotice', { id: 'damagedRows' })
  expect(await told(second)).toEqual([])
  await second.core.stop()
  expect(await told(await startCore(root))).toEqual([])
})
