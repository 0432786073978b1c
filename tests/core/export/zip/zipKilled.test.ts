import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../../electron/core/db/database'
import { createExportRows } from '../../../../electron/core/export/exportRows'
import { createZipLedger } from '../../../../electron/core/export/zipLedger'
import { createZipTarget } from '../../../../electron/core/export/zipTarget'
import { fuse, fusedDatabase } from '../../../support/fuse'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { testDatabase } from '../../../support/testDatabase'
import { complaintsOfUnzip } from '../../../support/zipReaders'

vi.mock(import('../../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

const plants = ['fern', 'moss']
const settings = { ...readySettings.originals, into: 'zip' as const }
const images = 'a'.repeat(64)

/** An export into a ZIP, where another file, or an earlier ZIP of ours, has its name. */
async function setUp(there: 'other' | 'ours', db: Database) {
  const root = temporaryFolder()
  const folder = join(root, 'exports')
  await mkdir(folder)
  for (const plant of plants) await writeFile(join(root, plant), `the bytes of ${plant}`)
  const rows = createExportRows(db)
  const zips = createZipLedger(db)
  const library = {
    imageFile: async (id: string) => join(root, id),
    details: () => ({ createdAt: Date.UTC(2026, 10, 25) }),
  }
  const target = () =>
    createZipTarget({
      ...{ db, rows, zips, isStopped: () => false },
      ...({ library, imaging: {}, preparedFiles: {} } as unknown as Pick<
        Parameters<typeof createZipTarget>[0],
        'library' | 'imaging' | 'preparedFiles'
      >),
    })
  const note = (id: string, replaces: boolean, some = plants): void => {
    const recipe = { id: 'mine', ready: null, name: '', folder, settings }
    const zip = { path: 'set.zip', images, contents: '', replaces }
    const none = { manifest: null, unchanged: 0, skipped: 0 }
    rows.open([{ id, recipe, folder, files: some, ...none, zip }])
    const file = { exportId: id, source: '', replaces: false }
    rows.add(some.map((imageId) => ({ ...file, imageId, path: `plants/${imageId}.png` })))
    rows.close()
  }
  const write = async (): Promise<void> => {
    const to = target()
    // Its file is closed with the process.
    onTestFinished(to.close)
    const run = () => rows.read()?.parts[0] ?? expect.fail('no export')
    await to.open(run())
    for (let file = rows.next(0); file !== null; file = rows.next(file.number)) {
      const { path } = await to.write(run(), file)
      rows.settle(file.number, { path, hidesText: false })
    }
    const noted = await to.finish(run())
    db.transaction(() => {
      noted?.()
      rows.end()
    })
  }
  if (there === 'other') await writeFile(join(folder, 'set.zip'), 'mine')
  else {
    note('earlier', false, ['fern'])
    await write()
  }
  note('export1', there === 'ours')
  const files = async () => {
    const names = (await readdir(folder)).sort()
    return await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'base64')]))
  }
  return { folder, write, files }
}

test.each([
  ['beside another file', 'other', true],
  ['in the place of an earlier one', 'ours', false],
] as const)(
  'a ZIP is there once, and whole, whichever write was the last before a kill: %s',
  async (...given) => {
    const [, there, refusesLinks] = given
    fuse.refusesLinks = refusesLinks
    const db = fusedDatabase(testDatabase())
    const whole = await setUp(there, db)
    fuse.writes = 0
    await whole.write()
    const { writes } = fuse
    expect(writes).toBeGreaterThan(8)
    const expected = await whole.files()
    const zip = there === 'other' ? 'set (2).zip' : 'set.zip'
    expect(expected.map(([name]) => name)).toEqual(there === 'other' ? [zip, 'set.zip'] : [zip])
    expect(await complaintsOfUnzip(join(whole.folder, zip))).toBe('')
    for (let left = 0; left < writes; left++) {
      const { write, files } = await setUp(there, db)
      fuse.left = left
      await expect(write()).rejects.toBeDefined()
      fuse.left = Number.POSITIVE_INFINITY
      await write()
      expect(await files()).toEqual(expected)
    }
  },
)
