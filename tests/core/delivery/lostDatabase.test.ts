import { readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { unknownBytes } from '../../support/oddFiles'
import { startCore } from '../../support/runningCore'
import { memoryLogger } from '../../support/testPorts'
import { answering, type Made } from '../answering'

/** A core that kept bytes, to be started again beside another database. */
async function setUp(way: 'base64' | 'url', made: Made[] = [{ bytes: unknownBytes }]) {
  const first = await answering(made, way)
  await first.core.stop()
  const profile = join(first.folder, 'profile')
  const spool = join(profile, 'spool')
  const files = async () =>
    Promise.all((await readdir(spool)).sort().map(async (name) => readFile(join(spool, name))))
  return {
    path: join(profile, 'cyanotype.db'),
    spool,
    isKept: async () => (await files()).some((bytes) => bytes.equals(unknownBytes)),
    async startsAgain() {
      // What is nobody's goes with the sweep.
      const stale = join(spool, '1-1.part')
      await writeFile(stale, 'stale')
      const { core } = await startCore(first.folder)
      await eventually(async () => !(await readdir(spool)).includes('1-1.part'), { what: 'the sweep' })
      await core.stop()
    },
  }
}

/** What was paid for and came in an answer, or from an address that no longer has it, is in no other place. */
describe.each(['base64', 'url'] as const)('bytes that came by %s, and are kept,', (way) => {
  test.each([
    ['has become zeroes', async (path: string) => writeFile(path, Buffer.alloc((await stat(path)).size))],
    ['was emptied', (path: string) => truncate(path)],
    ['was removed', (path: string) => rm(path)],
  ])('stay for a year if the database %s', async (_, lose) => {
    const { path, spool, isKept, startsAgain } = await setUp(way)
    await lose(path)
    await startsAgain()
    expect(await isKept()).toBe(true)

    const longAgo = new Date(Date.now() - 366 * 86_400_000)
    for (const name of await readdir(spool)) await utimes(join(spool, name), longAgo, longAgo)
    await startsAgain()
    expect(await isKept()).toBe(false)
  })
})

test('bytes that were kept since an earlier copy of the database was made stay beside that copy', async () => {
  const made: Made[] = [{ bytes: unknownBytes }]
  const { path, isKept, startsAgain } = await setUp('url', made)
  const { db } = openDatabase({ path, migrations, clock: realClock, logger: memoryLogger() })
  db.run("UPDATE items SET state = 'ready', spool_file = NULL, error_json = NULL, download_tries = 0")
  db.run("UPDATE jobs SET state = 'saving', ended_at = NULL, error_json = NULL")
  db.close()
  made[0] = { bytes: Buffer.from('It is gone.'), type: 'text/plain' }
  await startsAgain()
  expect(await isKept()).toBe(true)
})
