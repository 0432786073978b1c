import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { refuseOpens } from '../../support/refusedOpens'
import { setUp } from './deliveryHarness'

/** A library with an image in it, on a drive that leaves an empty folder behind when it is unplugged. */
async function onDrive(serve?: Parameters<typeof setUp>[0]) {
  const harness = await setUp(serve)
  const { library, watch, folder, image, download } = harness
  const root = join(folder, 'library')
  const drive = join(folder, 'drive')
  await watch.look()
  const made = image()
  library.insert(made, await library.place(await download(library, made), made))
  return {
    ...harness,
    root,
    made,
    async unplug() {
      await rename(root, drive)
      await mkdir(root)
    },
    async plugIn() {
      await rm(root, { recursive: true })
      await rename(drive, root)
    },
    left: () => readdir(root, { recursive: true }),
    known: () => harness.db.all<{ path: string }>('SELECT path FROM library_folders').map(({ path }) => path),
  }
}

describe('a library whose drive is unplugged', () => {
  test('is away, and nothing is created in the folder that is left', async () => {
    const { library, root, unplug, left, image } = await onDrive()
    await unplug()
    expect(await library.check()).toEqual(
      appError('libraryAway', { params: { folder: root }, retry: 'free' }),
    )
    const { jobId } = image()
    expect(await failureCode(library.tempPath(jobId, 0))).toBe('libraryAway')
    expect(await left()).toEqual([])
  })

  test('is not begun anew by an image on its way to its place', async () => {
    const { library, unplug, left, image, download } = await onDrive()
    const next = image()
    const temp = await download(library, next)
    await unplug()
    await expect(library.place(temp, next)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await left()).toEqual([])
  })

  test('is still there if only its empty folder for downloads was removed', async () => {
    const { library, root } = await onDrive()
    await rm(join(root, '.cyanotype', 'incoming'), { recursive: true })
    expect(await library.check()).toBeNull()
    expect(await readdir(join(root, '.cyanotype'))).toEqual(['incoming', 'profiles', 'records'])
  })

  test('is not begun anew where no folder is left either', async () => {
    const { library, root } = await onDrive()
    await rm(root, { recursive: true })
    expect(await library.check()).toMatchObject({ code: 'libraryAway' })
    expect(existsSync(root)).toBe(false)
  })

  test('gets the images that arrived meanwhile once it is back', async () => {
    const { library, delivery, holds, saved, setbacks, clock, root, made, unplug, plugIn, left } =
      await onDrive()
    await unplug()
    delivery.start()
    await eventually(() => holds.length > 0, { what: 'a problem' })
    expect(holds).toMatchObject([{ code: 'libraryAway' }])
    expect(saved.size).toBe(0)
    expect(await left()).toEqual([])

    await plugIn()
    clock.advance(5_000)
    const id = await eventually(() => saved.get('0'), { what: 'the image' })
    expect(setbacks).toEqual([])
    expect(holds.at(-1)).toBeNull()
    for (const one of [id, made.id])
      expect(await library.imageFile(one)).toBe(join(root, library.details(one).file))
  })

  test('may have the image that the service has no more', async () => {
    const { delivery, holds, setbacks, downloads, unplug, left } = await onDrive(async () => {
      await unplug()
      return { kind: 'expired', error: appError('imageLost') }
    })
    delivery.start()
    await eventually(() => holds.length > 0, { what: 'a problem' })
    expect(downloads).toHaveLength(1)
    expect(holds).toMatchObject([{ code: 'libraryAway' }])
    expect(setbacks).toEqual([])
    expect(await left()).toEqual([])
  })

  test('is begun anew where the user chooses its folder again, and the image is saved there', async () => {
    const { library, delivery, watch, holds, saved, root, unplug } = await onDrive()
    await unplug()
    delivery.start()
    await eventually(() => holds.length > 0, { what: 'a problem' })

    await library.use(root)
    expect(await watch.look()).toBeNull()
    const id = await eventually(() => saved.get('0'), { what: 'the image' })
    expect(await library.imageFile(id)).toBe(join(root, library.details(id).file))
  })

  test('is not taken for tidied, nor is a file in its place adopted', async () => {
    const { library, ports, clock, root, made, unplug, plugIn, db } = await onDrive()
    const { file } = library.details(made.id)
    db.run('DELETE FROM images')
    await unplug()
    await mkdir(join(root, file, '..'), { recursive: true })
    await copyFile(join(root, '../source.png'), join(root, file))
    await library.start()
    const has = (event: string) => () => ports.logger.lines.some((line) => line.event === event)
    await eventually(has('library.folderAway'), { what: 'a look for the library' })
    expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])

    await plugIn()
    clock.advance(60_000)
    await eventually(has('library.folderTidied'), { what: 'its turn' })
    expect(library.details(made.id).file).toBe(file)
  })
})

describe('a library that is not known', () => {
  test('is begun where there was no folder, and known from then on', async () => {
    const { library, folder, db } = await setUp()
    const root = join(folder, 'library')
    expect(existsSync(root)).toBe(false)
    expect(await library.check()).toBeNull()
    expect(await readdir(join(root, '.cyanotype'))).toEqual(['incoming', 'profiles'])
    expect(db.all('SELECT path FROM library_folders')).toEqual([{ path: root }])
  })

  test('is tried out once by a database from before, and then known', async () => {
    const { library, db, root, known, unplug } = await onDrive()
    db.run('DELETE FROM library_folders')
    expect(await library.check()).toBeNull()
    expect(known()).toEqual([root])
    await unplug()
    expect(await library.check()).toMatchObject({ code: 'libraryAway' })
  })

  test.each([
    ['all that is ours', /\/library\/\.cyanotype$/],
    ['the library', /\/library$/],
    ['the folder that it is in', /\/cyanotype-[^/]+$/],
  ])('is known only once a power cut can no longer take the entries in %s', async (_, folder) => {
    const { library, db } = await setUp()
    const refused = refuseOpens((path, flags) => flags === 'r' && folder.test(path))
    expect(await library.check()).toMatchObject({ code: 'libraryUnwritable' })
    expect(refused.count()).toBe(1)
    expect(db.all('SELECT path FROM library_folders')).toEqual([])

    refused.allow()
    expect(await library.check()).toBeNull()
    expect(db.all('SELECT path FROM library_folders')).toHaveLength(1)
  })
})
