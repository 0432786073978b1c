import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RecipeSettings, readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createExportRows } from '../../../electron/core/export/exportRows'
import { createFolderTarget } from '../../../electron/core/export/folderTarget'
import { createLedger } from '../../../electron/core/export/ledger'
import { createPreparedFiles } from '../../../electron/core/export/preparedFiles'
import { createZipLedger } from '../../../electron/core/export/zipLedger'
import { createZipTarget } from '../../../electron/core/export/zipTarget'
import { fuse } from '../../support/fuse'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

const diary = 'the diary of the user, which nobody else may read'

/**
 * An export of one image into a folder that another user may write to: at one moment, that one takes each file that has
 * no name yet away, and puts a link to the user's diary in its place. Returns how many moments there were.
 */
async function exportBeside(settings: RecipeSettings, moment: number) {
  const root = temporaryFolder()
  const [folder, source, secret] = [join(root, 'shared'), join(root, 'fern.png'), join(root, 'diary')]
  await mkdir(folder)
  await writeFile(source, 'the bytes of a fern')
  await writeFile(secret, diary)
  let moments = 0
  const pass = (): void => {
    moments += 1
    if (moments !== moment) return
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.part'))) {
      renameSync(join(folder, name), join(root, `taken-${name}`))
      symlinkSync(secret, join(folder, name))
    }
  }
  /** As the imaging process, which writes into a file that is there, by its name. */
  const imagine = (text: string) => async (path: string) => {
    pass()
    await writeFile(path, text, { flag: 'r+' })
    return createHash('sha256').update(text).digest('hex')
  }
  const db = testDatabase()
  const rows = createExportRows(db)
  const asked = { prompt: '' }
  const deps = {
    ...{ db, rows, ledger: createLedger(db), zips: createZipLedger(db), atOnce: 1, isStopped: () => false },
    library: {
      imageFile: async () => source,
      details: () => ({ createdAt: 0, asked, collections: [], brought: null }),
    },
    imaging: {
      convert: (_: string, { path }: { readonly path: string }) => imagine('a fern as WebP')(path),
      describe: imagine('the words of a fern'),
    },
    preparedFiles: createPreparedFiles(join(root, 'profile')),
  } as unknown as Parameters<typeof createFolderTarget>[0] & Parameters<typeof createZipTarget>[0]
  const zips = createZipTarget(deps)
  onTestFinished(zips.close)
  const target = settings.into === 'zip' ? zips : createFolderTarget(deps)
  const recipe = { id: 'mine', ready: null, name: '', folder, settings }
  const zip = { path: 'set.zip', images: '', contents: '', replaces: false }
  const manifest = settings.manifest === 'none' ? null : 'manifest.csv'
  const part = { id: 'export1', recipe, folder, files: ['fern'], manifest, unchanged: 0, skipped: 0 }
  rows.open([{ ...part, zip: settings.into === 'zip' ? zip : null }])
  rows.add([{ exportId: 'export1', imageId: 'fern', path: 'fern.webp', source: '', replaces: false }])
  rows.close()
  const run = () => rows.read()?.parts[0] ?? expect.fail('no export')
  fuse.onWrite = pass
  try {
    await target.open(run())
    const file = rows.next(0) ?? expect.fail('no file')
    const { path, hidesText, noted } = await target.write(run(), file)
    db.transaction(() => {
      rows.settle(file.number, { path, hidesText })
      noted()
    })
    const isDone = (await target.finish(run())) !== null
    return { moments, folder, secret, isDone }
  } catch {
    return { moments, folder, secret, isDone: false }
  } finally {
    fuse.reset()
  }
}

const original = readySettings.originals

test.each([
  ['an original', original],
  ['a copy', { ...original, format: 'webp' }],
  ['what is known of it', { ...original, sidecar: true }],
  ['a list', { ...original, manifest: 'csv' }],
  ['an original in a ZIP', { ...original, into: 'zip' }],
  ['a copy in a ZIP', { ...original, format: 'webp', into: 'zip' }],
  ['what is known of it in a ZIP', { ...original, sidecar: true, into: 'zip' }],
  ['a list in a ZIP', { ...original, manifest: 'csv', into: 'zip' }],
] as const)(
  'a link that is put in the place of %s is neither written through nor read, at whatever moment',
  async (_, settings) => {
    for (const refusesLinks of [false, true]) {
      const named: number[] = []
      let done = 0
      for (let moment = 1; ; moment++) {
        fuse.refusesLinks = refusesLinks
        const { moments, folder, secret, isDone } = await exportBeside(settings, moment)
        expect(await readFile(secret, 'utf8')).toBe(diary)
        const names = readdirSync(folder).filter((name) => !name.endsWith('.part'))
        const links = names.filter((name) => lstatSync(join(folder, name)).isSymbolicLink())
        if (links.length > 0) named.push(moment)
        // What has the name of a link by then is told as not written.
        expect(isDone && links.length > 0).toBe(false)
        for (const name of names.filter((one) => !links.includes(one)))
          expect(readFileSync(join(folder, name)).includes('diary')).toBe(false)
        if (isDone) done += 1
        if (moments < moment) break
      }
      expect(done).toBeGreaterThan(0)
      // Between the last look and the name itself, of each file.
      expect(named.length).toBeLessThanOrEqual(settings.manifest === 'csv' || settings.sidecar ? 2 : 1)
    }
  },
)
