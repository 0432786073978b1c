import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
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

/** A destination, and an original for it. */
async function setUp() {
  const root = temporaryFolder()
  const source = join(root, 'fern.png')
  await writeFile(source, 'the bytes of a fern')
  const folder = join(root, 'exports')
  await mkdir(folder)
  const deps = { library: { imageFile: async () => ({ path: source, type: 'image/png' }) }, imaging: {} }
  const write = (given: {
    path: string
    replaces?: boolean
    source?: string
    isOurs?: () => Promise<boolean>
  }) =>
    writeImage(
      deps as unknown as Parameters<typeof writeImage>[0],
      {
        ...{ id: 'export1', folder, settings: readySettings.originals },
        own: async () => ((await given.isOurs?.()) === true ? ({ path: given.path } as never) : null),
      },
      { number: 1, imageId: 'fern', replaces: false, source: '', ...given },
    )
  return { root, source, folder, write }
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
