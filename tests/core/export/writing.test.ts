import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, test, vi } from 'vitest'
import { writeImage } from '../../../electron/core/export/writing'
import { fuse } from '../../support/fuse'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

/** A destination, and an original for it. */
async function setUp() {
  const root = temporaryFolder()
  const source = join(root, 'fern.png')
  await writeFile(source, 'the bytes of a fern')
  const folder = join(root, 'exports')
  await mkdir(folder)
  const db = testDatabase()
  const { length } = 'the bytes of a fern'
  const facts = { isKnown: false }
  const library = {
    imageFile: async () => ({ path: source, type: 'image/png' }),
    isAsCame: (_id: string, { size }: { size: number }) => facts.isKnown && size === length,
    details: () => db.get('SELECT 1 FROM nowhere'),
  }
  const deps = { library, imaging: {} }
  const write = (given: {
    path: string
    replaces?: boolean
    source?: string
    sidecar?: boolean
    isOurs?: () => Promise<boolean>
  }) =>
    writeImage(
      deps as unknown as Parameters<typeof writeImage>[0],
      {
        ...{
          id: 'export1',
          folder,
          settings: { ...readySettings.originals, sidecar: given.sidecar === true },
        },
        own: async () => ((await given.isOurs?.()) === true ? { file: given.path, sidecar: null } : null),
      },
      { number: 1, imageId: 'fern', replaces: false, source: '', ...given },
    )
  return { root, source, folder, write, facts }
}

test('a file of ours that is edited while its replacement is written stays, until the last moment', async () => {
  const lost: number[] = []
  for (let at = 1; ; at++) {
    fuse.reset()
    const { folder, write } = await setUp()
    const path = join(folder, 'fern.png')
    await writeFile(path, 'as it was left')
    let writes = 0
    fuse.onWrite = () => {
      writes += 1
      if (writes === at) writeFileSync(path, 'retouched for an hour')
    }
    const isOurs = async () => (await readFile(path, 'utf8')) === 'as it was left'
    await write({ path: 'fern.png', replaces: true, isOurs })
    if (writes < at) break
    if ((await readFile(path, 'utf8')) !== 'retouched for an hour') lost.push(at)
  }
  // By the rename itself.
  expect(lost).toHaveLength(1)
})

test('a folder that becomes a link after the plan isn’t followed out of the destination', async () => {
  const { root, folder, write } = await setUp()
  const elsewhere = join(root, 'elsewhere')
  await mkdir(elsewhere)
  await symlink(elsewhere, join(folder, 'ferns'))
  await expect(write({ path: 'ferns/green/fern.png' })).rejects.toMatchObject({
    error: { code: 'exportFailed', retry: 'free' },
  })
  expect(await readdir(elsewhere)).toEqual([])
  expect(await readdir(folder)).toEqual(['ferns'])
})

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

test('an original that isn’t what was planned, by its digest, gets no name', async () => {
  const { source, folder, write } = await setUp()
  const planned = digestOf('the bytes of a fern')
  expect(await write({ path: 'kept.png', source: planned })).toMatchObject({ sha256: planned })
  await writeFile(source, 'the bytes of a moss')
  await expect(write({ path: 'fern.png', source: planned })).rejects.toMatchObject({
    error: { code: 'exportFailed', retry: 'free' },
  })
  expect(await readdir(folder)).toEqual(['kept.png'])
})

test('an original of which nothing tells that it was changed isn’t read once more', async () => {
  const { write, facts } = await setUp()
  facts.isKnown = true
  const planned = digestOf('known since it came')
  expect(await write({ path: 'fern.png', source: planned })).toMatchObject({ sha256: planned })
})

test.each([
  ['bytes', 'the bytes of a moss'],
  ['length', 'the bytes of a fern and a moss'],
])('an original that gets other %s while it is copied gets no name', async (_, text) => {
  const { source, folder, write, facts } = await setUp()
  facts.isKnown = true
  fuse.onWrite = () => {
    // Its file was opened, and is written to.
    if (fuse.writes === 1) writeFileSync(source, text)
  }
  const planned = digestOf('known since it came')
  await expect(write({ path: 'fern.png', source: planned })).rejects.toMatchObject({
    error: { code: 'exportFailed', retry: 'free' },
  })
  expect(await readdir(folder)).toEqual([])
})

test('what an original’s name leads to, once it became a link, isn’t exported', async () => {
  const { root, source, folder, write } = await setUp()
  await rename(source, join(root, 'private'))
  await symlink(join(root, 'private'), source)
  await expect(write({ path: 'fern.png' })).rejects.toMatchObject({ error: { code: 'imageLost' } })
  expect(await readdir(folder)).toEqual([])
})

test('a copy of a read-only original can be written to', async () => {
  const { source, folder, write } = await setUp()
  await chmod(source, 0o444)
  await write({ path: 'fern.png' })
  expect((await stat(join(folder, 'fern.png'))).mode & 0o200).toBe(0o200)
})

test('on a drive that gives each name of a file a number of its own, its bytes tell that it has its name', async () => {
  const { folder, write } = await setUp()
  fuse.numbersNames = true
  const { path } = await write({ path: 'fern.png' })
  expect(await readFile(join(folder, path), 'utf8')).toBe('the bytes of a fern')
})

test('a failure of the database isn’t taken for one of the file', async () => {
  const { write } = await setUp()
  await expect(write({ path: 'fern.png', sidecar: true })).rejects.toThrow('no such table: nowhere')
})
