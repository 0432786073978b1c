import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readySettings } from '@shared/model/exportRecipe'
import { expect, test } from 'vitest'
import { createPreparedFiles } from '../../../electron/core/export/preparedFiles'
import { writeImage } from '../../../electron/core/export/writing'
import { dayFolder } from '../../../electron/core/library/imageName'
import type { NewImage } from '../../../electron/core/library/library'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { refuseLists } from '../../support/refusedOpens'
import { libraryHarness } from './libraryHarness'

/** A library, and what someone else with write access has put into it. */
async function shared() {
  const harness = await libraryHarness()
  const { open, folder, download, image, pixels } = harness
  const root = join(folder, 'library')
  const own = join(root, '.cyanotype')
  /** The user's own folder, outside the library. */
  const outside = join(folder, 'documents')
  await mkdir(join(outside, 'sub'), { recursive: true, mode: 0o755 })
  for (const name of ['thesis.txt', 'sub/notes.txt']) await writeFile(join(outside, name), 'years of work')

  /** An image with its row, as the app saves it. */
  async function saved(library: ReturnType<typeof open>['library'], over: Partial<NewImage> = {}) {
    const made = image(over)
    const file = await library.place(await download(library, made), made)
    library.insert(made, file)
    await library.finish(made.id)
    return { made, file }
  }
  /** A file of today with the name of an image, without a row and without a record. */
  async function orphan() {
    const made = image()
    const file = `${dayFolder(Date.now())}/x-${made.jobId}-1.png`
    await mkdir(join(root, dirname(file)), { recursive: true })
    await writeFile(join(root, file), pixels)
    return { made, file }
  }
  const recordOf = ({ jobId }: NewImage) => join(own, 'records', `${jobId}-1.json`)
  const untouched = async () => {
    expect((await readdir(outside, { recursive: true })).sort()).toEqual([
      'sub',
      'sub/notes.txt',
      'thesis.txt',
    ])
    for (const name of ['thesis.txt', 'sub/notes.txt'])
      expect(await readFile(join(outside, name), 'utf8')).toBe('years of work')
    expect((await stat(outside)).mode & 0o777).toBe(0o755)
  }
  return { ...harness, root, own, outside, saved, orphan, recordOf, untouched }
}

test('a link in place of the downloads folder causes no clean-up elsewhere', async () => {
  const { open, own, outside, untouched } = await shared()
  await mkdir(own, { recursive: true })
  await symlink(outside, join(own, 'incoming'))
  const { library } = open()
  await library.start()
  await untouched()
  // It accepts files again, and what was in the way is kept.
  expect(await library.check()).toBeNull()
  expect(await readdir(join(own, 'incoming'))).toEqual([])
  expect((await readdir(own)).filter((name) => name.startsWith('incoming-'))).toHaveLength(1)
  await untouched()
})

test.each([
  ['the folder for downloads', '.cyanotype/incoming'],
  ['all that is ours', '.cyanotype'],
])('a link in place of %s is not even listed: what is behind it may not respond', async (_, linked) => {
  const { open, root, outside } = await shared()
  await mkdir(join(outside, 'incoming'))
  await mkdir(dirname(join(root, linked)), { recursive: true })
  await symlink(outside, join(root, linked))
  const lists = refuseLists((path) => path === join(root, '.cyanotype/incoming'), Number.POSITIVE_INFINITY)
  await open().library.start()
  expect(lists.count()).toBe(0)
})

test('a link in place of all our files is set aside, and nothing behind it is read, closed or removed', async () => {
  const { open, root, own, outside, orphan, withJob, untouched } = await shared()
  await mkdir(join(outside, 'incoming'))
  await writeFile(join(outside, 'incoming', 'mail.txt'), 'years of work')
  await mkdir(join(outside, 'records'))
  const { made } = await orphan()
  withJob(made)
  const record = { version: 1, file: '2019/2019-01-02/y.png', image: { ...made, connectionName: 'Mallory' } }
  await writeFile(join(outside, 'records', `${made.jobId}-1.json`), JSON.stringify(record))
  await symlink(outside, own)
  const { library } = open()
  await library.start()
  await library.ground.tidied()
  const id = await library.recoverLast(made.jobId, 0)
  expect(library.details(id ?? '')).toMatchObject({ prompt: 'from the job' })
  await eventually(async () => (await lstat(own)).isDirectory())
  expect(await readFile(join(outside, 'incoming', 'mail.txt'), 'utf8')).toBe('years of work')
  expect(await readdir(join(outside, 'records'))).toEqual([`${made.jobId}-1.json`])
  expect((await readdir(root)).filter((name) => name.startsWith('.cyanotype-'))).toHaveLength(1)
  await rm(join(outside, 'incoming'), { recursive: true })
  await rm(join(outside, 'records'), { recursive: true })
  await untouched()
})

test('a library chosen through a link goes on working', async () => {
  const { open, root, folder, saved, orphan, withJob } = await shared()
  const drive = join(folder, 'drive')
  await mkdir(drive)
  await symlink(drive, root)
  const { made: lost } = await orphan()
  withJob(lost)
  const { library } = open()
  expect(await library.check()).toBeNull()
  const { made, file } = await saved(library)
  expect(await library.imageFile(made.id)).toBe(join(root, file))
  await library.start()
  await library.ground.tidied()
  expect(await library.recoverLast(lost.jobId, 0)).not.toBeNull()
  expect((await stat(join(drive, '.cyanotype/records'))).isDirectory()).toBe(true)
})

test('a link in place of a record’s next version is not written through', async () => {
  const { open, own, outside, orphan, withJob, recordOf, untouched } = await shared()
  const { made } = await orphan()
  withJob(made)
  await mkdir(join(own, 'records'), { recursive: true })
  await symlink(join(outside, 'thesis.txt'), `${recordOf(made)}.new`)
  const { library } = open()
  await library.start()
  await library.ground.tidied()
  expect(await library.recoverLast(made.jobId, 0)).not.toBeNull()
  expect(JSON.parse(await readFile(recordOf(made), 'utf8'))).toMatchObject({ version: 1 })
  await untouched()
})

test('a day folder that became a link elsewhere is neither read, copied nor deleted from', async () => {
  const clock = createFakeClock(Date.now())
  const { open, root, folder, outside, saved } = await shared()
  const { library, imaging } = open({ clock })
  await library.start()
  const { made, file } = await saved(library)
  const secret = join(outside, basename(file))
  await writeFile(secret, 'SECRET')
  await rename(join(root, dirname(file)), join(folder, 'moved'))
  await symlink(outside, join(root, dirname(file)))

  expect(await library.imageFile(made.id)).toBeNull()
  const target = join(folder, 'exports')
  await mkdir(target)
  const own = async () => null
  const place = { id: 'export', folder: target, settings: readySettings.originals, own }
  const exported = { number: 1, imageId: made.id, path: 'fern.png', source: '', replaces: false }
  const preparedFiles = createPreparedFiles(join(folder, 'profile'))
  await expect(writeImage({ library, imaging, preparedFiles }, place, exported)).rejects.toMatchObject({
    error: { code: 'imageLost' },
  })
  expect(await readdir(target)).toEqual([])

  await library.delete({ ids: [made.id] })
  await library.trash.discard(null)
  await eventually(async () => !(await readdir(join(root, '.cyanotype/records'))).length)
  expect(await readFile(secret, 'utf8')).toBe('SECRET')
})

test('a file that became a link elsewhere no longer counts as our image', async () => {
  const { open, root, outside, saved, untouched } = await shared()
  const { library } = open()
  const { made, file } = await saved(library)
  await rm(join(root, file))
  await symlink(join(outside, 'thesis.txt'), join(root, file))
  expect(await library.imageFile(made.id)).toBeNull()
  await untouched()
})

test('a file that becomes a pipe once it was decoded isn’t waited for', async () => {
  const { open, root, orphan, withJob } = await shared()
  const { made, file } = await orphan()
  withJob(made)
  const { imaging } = open()
  const inspect: typeof imaging.inspect = async (...given) => {
    const found = await imaging.inspect(...given)
    await rm(join(root, file))
    execFileSync('mkfifo', [join(root, file)])
    return found
  }
  const { library } = open({ imaging: { ...imaging, inspect } })
  await library.start()
  await library.ground.tidied()
  expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
})

test.each([1, 2])('an image is not placed through a link (%i levels up)', async (levels) => {
  const { open, root, outside, image, download, saved, untouched } = await shared()
  const { library } = open()
  const first = await saved(library)
  const linked = join(root, ...first.file.split('/').slice(0, levels === 1 ? 2 : 1))
  await rename(linked, `${linked}-kept`)
  await symlink(outside, linked)
  const made = image()
  const file = await library.place(await download(library, made), made)
  library.insert(made, file)
  expect(await library.imageFile(made.id)).toBe(join(root, file))
  await untouched()
})
