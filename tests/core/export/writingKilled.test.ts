import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, test, vi } from 'vitest'
import type { LedgerEntry } from '../../../electron/core/export/ledger'
import { createPreparedFiles } from '../../../electron/core/export/preparedFiles'
import { leftThere } from '../../../electron/core/export/unchangedFiles'
import { writeImage } from '../../../electron/core/export/writing'
import { fuse } from '../../support/fuse'
import { temporaryFolder } from '../../support/temporaryFolder'

vi.mock(import('../../../electron/core/drive'), async (load) => {
  const { fusedDrive } = await import('../../support/fuse')
  return fusedDrive(await load())
})

afterEach(fuse.reset)

const neverUsed = async (): Promise<never> => {
  throw new Error('an original is not decoded')
}

/** A destination where one file has the name of another image's. */
async function setUp() {
  const root = temporaryFolder()
  const source = join(root, 'fern.png')
  await writeFile(source, 'the bytes of a fern')
  const folder = join(root, 'exports')
  await mkdir(join(folder, 'ferns'), { recursive: true })
  await writeFile(join(folder, 'ferns', 'taken.png'), 'mine')
  const deps = {
    library: {
      imageFile: async () => source,
      details: () => neverUsed(),
    },
    imaging: { convert: neverUsed, strip: neverUsed, describe: neverUsed },
  }
  const own = async () => null
  const write = (path: string) =>
    writeImage(
      deps as unknown as Parameters<typeof writeImage>[0],
      { id: 'export1', folder, settings: readySettings.originals, own },
      { number: 1, imageId: 'fern', path, source: '', replaces: false },
    )
  const files = async () => (await readdir(join(folder, 'ferns'))).sort()
  return { folder, write, files }
}

test.each([
  ['with second names for files', false],
  ['without', true],
])(
  'a file is there once, and whole, whichever write was the last before a kill: %s',
  async (_, refusesLinks) => {
    fuse.refusesLinks = refusesLinks
    const { write: writeOnce } = await setUp()
    await writeOnce('ferns/fern.png')
    const writes = fuse.writes
    expect(writes).toBeGreaterThan(4)
    for (const name of ['fern.png', 'taken.png'])
      for (let left = 0; left < writes; left++) {
        const { folder, write, files } = await setUp()
        fuse.left = left
        await expect(write(`ferns/${name}`)).rejects.toBeDefined()
        fuse.left = Number.POSITIVE_INFINITY
        const { path } = await write(`ferns/${name}`)
        expect(await readFile(join(folder, path), 'utf8')).toBe('the bytes of a fern')
        expect(path).toBe(name === 'fern.png' ? 'ferns/fern.png' : 'ferns/taken (2).png')
        expect(await readFile(join(folder, 'ferns', 'taken.png'), 'utf8')).toBe('mine')
        expect(await files()).toEqual([path.slice('ferns/'.length), 'taken.png'].sort())
      }
  },
)

/** A pair of ours there, an image and what is known of it, of which each has to be replaced. */
async function setUpPair() {
  const root = temporaryFolder()
  const source = join(root, 'fern.png')
  let words = 'old words'
  const details = {
    asked: { prompt: '' },
    collections: [],
    brought: null,
  }
  const deps = {
    library: {
      imageFile: async () => source,
      details: () => details,
    },
    imaging: {
      describe: async (path: string) => {
        await writeFile(path, words)
        return createHash('sha256').update(words).digest('hex')
      },
    },
    preparedFiles: createPreparedFiles(join(root, 'profile')),
  }
  const ledger = new Map<string, LedgerEntry>()
  const known = { read: () => ledger, leftImages: () => new Set<string>(), recordTimes: () => undefined }
  const write = (replaces: boolean, path = 'out/fern.png') =>
    writeImage(
      deps as unknown as Parameters<typeof writeImage>[0],
      {
        ...{ id: 'export1', folder: root, settings: { ...readySettings.originals, sidecar: true } },
        own: async (id) => (await leftThere(known, '', root, [id])).get(id) ?? null,
      },
      { number: 1, imageId: 'fern', path, source: '', replaces },
    )
  await writeFile(source, 'the bytes of a fern')
  ledger.set('fern', { ...(await write(false)), source: '', settings: '' })
  await writeFile(source, 'the bytes of a moss')
  words = 'new words'
  const files = async () => {
    const names = (await readdir(join(root, 'out'))).sort()
    return await Promise.all(
      names.map(async (name) => [name, await readFile(join(root, 'out', name), 'utf8')]),
    )
  }
  return { write: () => write(true), writeTo: (path: string) => write(false, path), files, root }
}

test.each([
  ['with second names for files', false],
  ['without', true],
])(
  'an image and its .xmp are replaced both, whichever write was the last before a kill: %s',
  async (_, refusesLinks) => {
    fuse.refusesLinks = refusesLinks
    const { write: writeOnce } = await setUpPair()
    fuse.writes = 0
    await writeOnce()
    const { writes } = fuse
    expect(writes).toBeGreaterThan(4)
    for (let left = 0; left < writes; left++) {
      const { write, files } = await setUpPair()
      fuse.left = left
      await expect(write()).rejects.toBeDefined()
      fuse.left = Number.POSITIVE_INFINITY
      await write()
      expect(await files()).toEqual([
        ['fern.png', 'the bytes of a moss'],
        ['fern.png.xmp', 'new words'],
      ])
    }
  },
)

test('an image isn’t there without its .xmp, if that can’t have its name', async () => {
  const { writeTo, root } = await setUpPair()
  const folder = join(root, 'long')
  await mkdir(folder)
  await expect(writeTo(`long/${'蕨'.repeat(83)}.png`)).rejects.toMatchObject({
    error: { code: 'exportFailed', detail: { cause: 'ENAMETOOLONG' } },
  })
  expect(await readdir(folder)).toEqual([])
})
