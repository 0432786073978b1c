import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { afterEach, expect, test, vi } from 'vitest'
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
    library: { imageFile: async () => ({ path: source, type: 'image/png' }), details: () => neverUsed() },
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
