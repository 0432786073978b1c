import { createHash, randomBytes } from 'node:crypto'
import { truncateSync, utimesSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fileMaximum } from '../../../../electron/core/export/destination'
import { createExportRows } from '../../../../electron/core/export/exportRows'
import { createZipLedger } from '../../../../electron/core/export/zipLedger'
import { createZipTarget } from '../../../../electron/core/export/zipTarget'
import { fuse } from '../../../support/fuse'
import { temporaryFolder } from '../../../support/temporaryFolder'
import { testDatabase } from '../../../support/testDatabase'
import { readByPython } from '../../../support/zipReaders'

vi.mock(import('../../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../../support/fuse')
  return fusedDrive(await load())
})

/** What was in a folder when it was last made durable: that is what is there after a loss of power. */
const durable = vi.hoisted(() => new Map<string, readonly string[]>())

vi.mock(import('../../../../electron/core/durability'), async (load) => ({
  ...(await load()),
  syncFolder: async (path) => void durable.set(path, await readdir(path)),
}))

afterEach(fuse.reset)

/** A ZIP that is open, and a large image for it; its digest is known, unless it was changed outside. */
async function setUp({ isKnown = false } = {}) {
  const root = temporaryFolder()
  const [folder, source] = [join(root, 'exports'), join(root, 'fern.png')]
  await mkdir(folder)
  const bytes = randomBytes(3 * 2 ** 20)
  await writeFile(source, bytes)
  const db = testDatabase()
  const rows = createExportRows(db)
  const library = {
    imageFile: async () => source,
    details: () => ({ createdAt: Date.UTC(2026, 10, 25), format: 'png', decoded: true }),
  }
  let isStopped = () => false
  const target = createZipTarget({
    ...{ db, rows, zips: createZipLedger(db), isStopped: () => isStopped() },
    ...({
      library,
      imaging: { inspect: async () => ({ format: 'png' }) },
      preparedFiles: {},
    } as unknown as Pick<Parameters<typeof createZipTarget>[0], 'library' | 'imaging' | 'preparedFiles'>),
  })
  onTestFinished(target.close)
  const settings = { ...readySettings.originals, into: 'zip' as const }
  const recipe = { id: 'mine', ready: null, name: '', folder, settings }
  const zip = { path: 'set.zip', images: 'a'.repeat(64), contents: '', replaces: false }
  const none = { manifest: null, unchanged: 0, skipped: 0 }
  rows.open([{ id: 'export1', recipe, folder, files: ['fern'], ...none, zip }])
  const planned = isKnown ? createHash('sha256').update(bytes).digest('hex') : ''
  rows.add([{ exportId: 'export1', imageId: 'fern', path: 'fern.png', source: planned, replaces: false }])
  rows.close()
  const run = () => rows.read()?.parts[0] ?? expect.fail('no export')
  await target.open(run())
  const file = rows.next(0) ?? expect.fail('no file')
  return {
    ...{ folder, source },
    write: async () => rows.settle(file.number, await target.write(run(), file)),
    finish: () => target.finish(run()),
    giveUp: () => target.givingUp(run())(() => {}),
    stopWhen: (now: () => boolean) => {
      isStopped = now
    },
  }
}

test('half an image, because another program writes into it meanwhile, isn’t taken for one', async () => {
  const { source, write } = await setUp()
  fuse.onWrite = () => truncateSync(source, 2 * 2 ** 20 + 1)
  await expect(write()).rejects.toMatchObject({ error: { code: 'exportFailed', retry: 'free' } })
})

test('an image that another program touches while it is read is in the ZIP once', async () => {
  const { folder, source, write, finish } = await setUp({ isKnown: true })
  let isTouched = false
  fuse.onWrite = () => {
    if (!isTouched) utimesSync(source, 1, 1)
    isTouched = true
  }
  await write()
  await finish()
  expect(await readByPython(join(folder, 'set.zip'))).toMatchObject({ count: 1 })
  expect(isTouched).toBe(true)
})

test('a ZIP that is too long for its drive is told as that, and has no name there', async () => {
  const { folder, write, finish } = await setUp()
  expect(await fileMaximum(folder)).toBeNull()
  fuse.longest = 2 ** 20
  expect(await fileMaximum(folder)).toBe(process.platform === 'linux' ? 2 ** 32 - 1 : null)
  await expect(write()).rejects.toMatchObject({ error: { code: 'exportZipTooLarge', params: { folder } } })
  expect((await readdir(folder)).filter((name) => !name.endsWith('.part'))).toEqual([])
  fuse.longest = Number.POSITIVE_INFINITY
  await write()
  await finish()
  expect(await readdir(folder)).toEqual(['set.zip'])
})

test('the end of the app waits for no more than a piece of a ZIP that is read for its digest', async () => {
  const { folder, write, finish, stopWhen } = await setUp()
  await write()
  let asked = 0
  stopWhen(() => {
    asked += 1
    return asked > 1
  })
  expect(await finish()).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test('a ZIP that is given up is gone after a loss of power too', async () => {
  const { folder, write, giveUp } = await setUp()
  await write()
  await giveUp()
  expect(durable.get(folder)).toEqual([])
})
