import { createHash } from 'node:crypto'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
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
  const library = {
    imageFile: async () => source,
    details: (): unknown => db.get('SELECT 1 FROM nowhere'),
  }
  const imaging = { inspect: async () => ({ format: 'png' }) }
  const deps = { library, imaging }
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
  return { root, source, folder, write, library, imaging }
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

test('what takes the place of a file that others can’t read is closed to them from its first byte', async () => {
  const { folder, write } = await setUp()
  const path = join(folder, 'fern.png')
  await writeFile(path, 'as it was left', { mode: 0o600 })
  fuse.onWrite = () => {
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
  await write({ path: 'fern.png', replaces: true, isOurs: async () => true })
  expect(await readFile(path, 'utf8')).toBe('the bytes of a fern')
  expect((await stat(path)).mode & 0o077).toBe(0)
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

test('an original that was changed since the plan is written as it is, if it still is such an image', async () => {
  const { source, folder, write, library, imaging } = await setUp()
  const planned = digestOf('the bytes of a fern')
  expect(await write({ path: 'kept.png', source: planned })).toMatchObject({ sha256: planned })
  library.details = () => ({ format: 'png' })
  await writeFile(source, 'the bytes of a moss')
  expect(await write({ path: 'moss.png', source: planned })).toMatchObject({
    sha256: digestOf('the bytes of a moss'),
  })
  const failures = [
    async () => ({ format: 'jpeg' }),
    () => Promise.reject(new AppFailure(appError('imageUndecodable'))),
  ]
  for (const inspect of failures) {
    imaging.inspect = inspect
    await expect(write({ path: 'fern.png', source: planned })).rejects.toMatchObject({
      error: { code: 'exportFailed', retry: 'free' },
    })
  }
  expect((await readdir(folder)).sort()).toEqual(['kept.png', 'moss.png'])
})

test.each([
  ['bytes', 'the bytes of a moss'],
  ['length', 'the bytes of a fern and a moss'],
])('an original that gets other %s while it is copied gets no name', async (_, text) => {
  const { source, folder, write, library } = await setUp()
  library.details = () => ({ format: 'png' })
  fuse.onWrite = () => {
    // Its file was opened, and is written to.
    if (fuse.writes !== 1) return
    writeFileSync(source, text)
    utimesSync(source, 1, 1)
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
