import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { createExportRows } from '../../../electron/core/export/exportRows'
import { createFolderTarget } from '../../../electron/core/export/folderTarget'
import { createLedger } from '../../../electron/core/export/ledger'
import { createPreparedFiles } from '../../../electron/core/export/preparedFiles'
import { fuse } from '../../support/fuse'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

/** What was in a folder when it was last made durable: that is what is there after a loss of power. */
const durable = vi.hoisted(() => new Map<string, readonly string[]>())

vi.mock(import('../../../electron/core/durability'), async (load) => ({
  ...(await load()),
  syncFolder: async (path) => void durable.set(path, await readdir(path)),
}))

afterEach(fuse.reset)

const images = ['fern', 'moss']
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes some images in order, as between two commits, until a kill. */
async function killedAfter(left: number, db: Database, sidecar: boolean) {
  const root = temporaryFolder()
  const folder = join(root, 'exports')
  await mkdir(join(folder, 'plants'), { recursive: true })
  await writeFile(join(folder, 'plants', 'moss.png'), 'mine')
  for (const id of images) await writeFile(join(root, id), `the bytes of a ${id}`)
  const rows = createExportRows(db)
  let areGone = false
  const deps = {
    ...{ db, rows, ledger: createLedger(db), isStopped: () => false },
    library: {
      imageFile: async (id: string) => (areGone ? null : join(root, id)),
      details: () => ({ asked: { prompt: '' }, collections: [], brought: null }),
    },
    imaging: {
      async describe(path: string) {
        await writeFile(path, 'words')
        return sha256('words')
      },
    },
    preparedFiles: createPreparedFiles(join(root, 'profile')),
  } as unknown as Parameters<typeof createFolderTarget>[0]
  const target = createFolderTarget(deps)
  const recipe = { id: 'mine', ready: null, name: '', folder }
  const settings = { ...readySettings.originals, sidecar }
  const none = { manifest: 'list.csv', unchanged: 0, skipped: 0, zip: null }
  rows.open([{ id: 'e', recipe: { ...recipe, settings }, folder, files: images, ...none }])
  rows.add(
    images.map((imageId) => ({
      ...{ exportId: 'e', imageId, path: `plants/${imageId}.png`, replaces: false },
      source: sha256(`the bytes of a ${imageId}`),
    })),
  )
  rows.close()
  const run = () => rows.read()?.parts[0] ?? expect.fail('no export')
  const waiting = rows.waiting('e', images.length)
  fuse.writes = 0
  fuse.left = left
  for (const file of waiting) await target.write(run(), file).catch(() => undefined)
  const { writes } = fuse
  fuse.left = Number.POSITIVE_INFINITY
  const plants = join(folder, 'plants')
  return {
    ...{ folder, plants, rows, run, target, writes },
    writeRest: async () => {
      for (const file of rows.waiting('e', images.length))
        await target.write(run(), file).catch(() => undefined)
    },
    loseImages: () => {
      areGone = true
    },
  }
}

const kinds: readonly (readonly [string, boolean, boolean])[] = [
  ['images', false, false],
  ['images with their .xmp, on a drive without second names for files', true, true],
]

/** Then the export is cancelled. */
async function cancelledAfter(...given: Parameters<typeof killedAfter>) {
  const { folder, plants, rows, run, target, writes } = await killedAfter(...given)
  for (const name of ['plants/.cyanotype-e-9.part', '.cyanotype-e-manifest.part'])
    await writeFile(join(folder, name), 'left by a kill')
  const removeRest = target.givingUp(run())
  rows.end()
  await removeRest(({ number }, { path, hidesText }) => rows.settle(number, { path, hidesText }))
  for (const one of [folder, plants])
    expect(durable.get(one)?.filter((name) => name.endsWith('.part'))).toEqual([])
  const names = (await readdir(plants)).sort()
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, await readFile(join(plants, name), 'utf8'))
  return { writes, texts, written: run().written }
}

test.each(kinds)(
  'an export that is cancelled after a kill leaves whole files only, and says how many: %s',
  async (_, sidecar, refusesLinks) => {
    const db = testDatabase()
    for (let left = 0; ; left++) {
      fuse.refusesLinks = refusesLinks
      const { texts, written, writes } = await cancelledAfter(left, db, sidecar)
      const whole = images
        .slice(0, written)
        .map((id) => [id === 'moss' ? 'moss (2).png' : `${id}.png`, `the bytes of a ${id}`])
        .flatMap((one) => (sidecar ? [one, [`${one[0]}.xmp`, 'words']] : [one]))
      expect(Object.fromEntries(texts)).toEqual(Object.fromEntries([...whole, ['moss.png', 'mine']]))
      if (writes < left) break
    }
  },
)

test.each(kinds)(
  'what a kill left of images that are deleted by then is gone after a loss of power too: %s',
  async (_, sidecar, refusesLinks) => {
    const db = testDatabase()
    for (let left = 0; ; left++) {
      fuse.refusesLinks = refusesLinks
      const { plants, writes, loseImages, writeRest } = await killedAfter(left, db, sidecar)
      durable.set(plants, await readdir(plants))
      loseImages()
      await writeRest()
      expect(durable.get(plants), `after ${left} writes`).toEqual(await readdir(plants))
      if (writes < left) break
    }
  },
)
