import { link, mkdir, rename, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readRecord } from '../../../../electron/core/library/imageRecords'
import { cases } from '../../../../scripts/testRun/cases'
import { eventually } from '../../../support/eventually'
import { createFakeClock, fastClock } from '../../../support/fakeClock'
import { refuseLists } from '../../../support/refusedOpens'
import { mountSilentDrive } from '../../../support/silentDrive'
import { withCredentials } from '../../../support/toldImages'
import { movedFiles } from './movedFiles'

type World = Awaited<ReturnType<typeof movedFiles>>

async function move({ at }: World, from: string, to: string): Promise<void> {
  await mkdir(dirname(at(to)), { recursive: true })
  await rename(at(from), at(to))
}

describe('files that were moved outside', () => {
  test('are found again by their bytes, all of them, and their records follow', async () => {
    const count = cases(200, 1000)
    const world = await movedFiles()
    const images = []
    for (let n = 0; n < count; n++) images.push(await world.put(n))
    for (const [n, { file }] of images.entries()) await move(world, file, `chosen/${n % 7}/picture ${n}.png`)
    expect(await world.check()).toEqual({ found: count, changed: 0, missing: 0, unsure: 0, away: [] })
    for (const [n, { id }] of images.entries())
      expect(world.row(id)).toEqual({ id, file: `chosen/${n % 7}/picture ${n}.png`, outside: null })
    const { jobId, index } = images.at(-1) ?? world.image()
    const last = `chosen/${(count - 1) % 7}/picture ${count - 1}.png`
    await eventually(async () => (await readRecord(world.root, jobId, index))?.file === last)
  })

  test('are found under names of any kind', async () => {
    const world = await movedFiles()
    const names = [
      'é'.normalize('NFD').repeat(3),
      `${'x'.repeat(251)}.png`,
      'Twin.png',
      'twin.png',
      'a:b "c" %41.png',
      'no ending',
    ]
    const images = []
    for (const [n, name] of names.entries()) {
      const image = await world.put(n)
      await move(world, image.file, `odd/${name}`)
      images.push(image)
    }
    expect(await world.check()).toMatchObject({ found: names.length, missing: 0 })
    expect(images.map(({ id }) => world.row(id).file)).toEqual(names.map((name) => `odd/${name}`))
    for (const [n, { id }] of images.entries()) expect(await world.opened(id)).toEqual(world.contentOf(n))
  })

  test('go to the images that they were of, when two have the same bytes', async () => {
    const world = await movedFiles()
    const one = await world.put(1)
    const two = await world.put(1)
    await move(world, two.file, `x/${two.file.split('/').at(-1)}`)
    await move(world, one.file, `y/${one.file.split('/').at(-1)}`)
    await world.check()
    expect(world.row(one.id).file).toMatch(/^y\//)
    expect(world.row(two.id).file).toMatch(/^x\//)
  })

  test('are each given to one image only: a hard link is no second file', async () => {
    const world = await movedFiles()
    const one = await world.put(1)
    const two = await world.put(1)
    await rm(world.at(two.file))
    await link(world.at(one.file), world.at('linked.png'))
    expect(await world.check()).toMatchObject({ found: 0, missing: 1 })
    expect(world.rows().map(({ outside }) => outside)).toEqual([null, 'missing'])
  })

  test('are known when two have changed places, and when one stands in the place of another', async () => {
    const world = await movedFiles()
    const [a, b, c, d] = [await world.put(1), await world.put(2), await world.put(3), await world.put(4)]
    await move(world, a.file, 'kept')
    await move(world, b.file, a.file)
    await move(world, 'kept', b.file)
    await rename(world.at(c.file), world.at(d.file))
    expect(await world.check()).toMatchObject({ found: 3, changed: 0, missing: 1 })
    expect([a, b, c].map(({ id }) => world.row(id))).toEqual([
      { id: a.id, file: b.file, outside: null },
      { id: b.id, file: a.file, outside: null },
      { id: c.id, file: d.file, outside: null },
    ])
    // What is lost has no place any more that is another’s: it may be deleted.
    expect(world.row(d.id)).toEqual({ id: d.id, file: c.file, outside: 'missing' })
  })

  test('aren’t looked for in hidden folders, in other libraries, or behind links', async () => {
    const world = await movedFiles()
    const images = [await world.put(1), await world.put(2), await world.put(3)]
    await mkdir(world.at('other/.cyanotype'), { recursive: true })
    await mkdir(join(world.folder, 'elsewhere'))
    await symlink(join(world.folder, 'elsewhere'), world.at('link'))
    await move(world, images[0]?.file ?? '', '.hidden/1.png')
    await move(world, images[1]?.file ?? '', 'other/2.png')
    await rename(world.at(images[2]?.file ?? ''), join(world.folder, 'elsewhere', '3.png'))
    await symlink(join(world.folder, 'elsewhere', '3.png'), world.at(images[2]?.file ?? ''))
    expect(await world.check()).toMatchObject({ found: 0, missing: 3 })
  })

  test('are found when they come back, and are missing until then', async () => {
    const world = await movedFiles()
    const { id, file } = await world.put(1)
    await rename(world.at(file), join(world.folder, 'away.png'))
    expect(await world.check()).toMatchObject({ found: 0, missing: 1 })
    expect(await world.found('is:missing')).toEqual([id])
    await rename(join(world.folder, 'away.png'), world.at('back.png'))
    expect(await world.check()).toMatchObject({ found: 1, missing: 0 })
    expect(await world.found('is:missing')).toEqual([])
    expect(world.row(id).file).toBe('back.png')
  })
})

describe('a file that was changed outside', () => {
  test('is the image’s as it is now, until it is as it was', async () => {
    const world = await movedFiles()
    const { id, file, bytes, sha256 } = await world.put(1)
    const cropped = await sharp(world.pixels)
      .extract({ left: 0, top: 0, width: 8, height: 20 })
      .png()
      .toBuffer()
    await writeFile(world.at(file), withCredentials(cropped, 'png'))
    expect(await world.check()).toMatchObject({ found: 0, changed: 1, missing: 0 })
    expect(await world.found('is:changed size:8x20')).toEqual([id])
    const details = world.library.details(id)
    const isChanged = { outside: 'changed', width: 8, height: 20, hasCredentials: true }
    expect(details).toMatchObject({ ...isChanged, bytes, sha256 })
    expect(details.picture).toBeGreaterThan(0)
    const thumbnail = await world.library.thumbnail(id, 'small')
    expect(await world.library.originals.files({ ids: [id] })).toEqual([world.at(file)])
    expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ width: 8, height: 20 })

    await writeFile(world.at(file), world.contentOf(1))
    expect(await world.check()).toMatchObject({ found: 1, changed: 0 })
    const isBack = { outside: null, width: 32, height: 24, hasCredentials: false }
    expect(world.library.details(id)).toMatchObject({ ...isBack, picture: 0 })
    expect(await world.found('size:32x24')).toEqual([id])
  })

  test('is known by its name when it was moved as well', async () => {
    const world = await movedFiles()
    const { id, file } = await world.put(1)
    const name = file.split('/').at(-1)
    await writeFile(world.at(file), world.contentOf(77))
    await move(world, file, `chosen/${name}`)
    await writeFile(world.at(`chosen/conflicted copy of ${name}.png`), world.contentOf(78))
    expect(await world.check()).toMatchObject({ changed: 1, missing: 0 })
    expect(world.row(id)).toEqual({ id, file: `chosen/${name}`, outside: 'changed' })
  })

  test('into a copy of one that was moved stays in its place', async () => {
    const world = await movedFiles()
    const [moved, changed] = [await world.put(1), await world.put(2)]
    await writeFile(world.at(changed.file), world.contentOf(1))
    await move(world, moved.file, 'z.png')
    expect(await world.check()).toMatchObject({ found: 1, changed: 1, missing: 0 })
    expect(world.rows().map(({ file, outside }) => [file, outside])).toEqual([
      ['z.png', null],
      [changed.file, 'changed'],
    ])
  })

  test('that isn’t an image any more stays the image’s', async () => {
    const world = await movedFiles()
    const { id, file } = await world.put(1)
    await writeFile(world.at(file), 'a text')
    expect(await world.check()).toMatchObject({ changed: 1 })
    expect(world.row(id)).toEqual({ id, file, outside: 'changed' })
    expect(await world.library.thumbnail(id, 'small')).toBeNull()
  })

  test('is read again only if its time is another', async () => {
    const world = await movedFiles()
    const { id, file } = await world.put(1)
    const same = Buffer.from(world.contentOf(1))
    same[same.length - 1] = 0
    await writeFile(world.at(file), same)
    await utimes(world.at(file), new Date(2020, 1, 1), new Date(2020, 1, 1))
    expect(await world.check()).toMatchObject({ changed: 0 })
    await utimes(world.at(file), new Date(2099, 1, 1), new Date(2099, 1, 1))
    expect(await world.check()).toMatchObject({ changed: 1 })
    expect(world.row(id).outside).toBe('changed')
  })
})

describe('a check', () => {
  test('changes nothing about what may be on a drive that is away', async () => {
    const world = await movedFiles()
    const kept = await world.put(1)
    const lost = await world.put(2)
    const former = join(world.folder, 'former')
    await rename(world.root, former)
    await world.library.use(world.root)
    world.db.run('INSERT INTO library_folders (path, used_at) VALUES (:path, 1)', { path: former })
    expect(await world.check()).toMatchObject({ found: 0, missing: 0, unsure: 0, away: [] })

    await rename(former, join(world.folder, 'unplugged'))
    expect(await world.check()).toMatchObject({ found: 0, missing: 0, unsure: 2, away: [former] })
    expect(world.rows().map(({ outside }) => outside)).toEqual([null, null])

    await rename(join(world.folder, 'unplugged'), former)
    await rm(join(former, ...lost.file.split('/')))
    expect(await world.check()).toMatchObject({ missing: 1, unsure: 0, away: [] })
    expect(world.row(kept.id).outside).toBeNull()
  })

  test('finds what else there is beside a file with a time that no calendar has', async () => {
    const world = await movedFiles()
    const [image, moved] = [await world.put(1), await world.put(2)]
    await utimes(world.at(image.file), 9e18, 9e18)
    await move(world, moved.file, 'moved.png')
    expect(await world.check()).toMatchObject({ found: 1, missing: 0, unsure: 0 })
    expect(world.row(image.id).outside).toBeNull()
  })

  test.each([
    ['lost+found', 'EMFILE'],
    ['System Volume Information', 'EMFILE'],
    ['of the administrator', 'EACCES'],
    ['2026/of the administrator', 'EPERM'],
  ])('says what is missing beside %s, which can’t be read', async (name, code) => {
    const world = await movedFiles()
    const image = await world.put(1)
    await mkdir(world.at(name), { recursive: true })
    refuseLists((path) => path.endsWith(name), Number.POSITIVE_INFINITY, code)
    await rm(world.at(image.file))
    expect(await world.check()).toMatchObject({ missing: 1, unsure: 0 })
  })

  test.each([
    ['2026/2026-03-02', 'EACCES'],
    ['of the user', 'EIO'],
  ])('says nothing of what may be in %s, which can’t be read now', async (name, code) => {
    const world = await movedFiles()
    const image = await world.put(1)
    await mkdir(world.at(name), { recursive: true })
    refuseLists((path) => path.endsWith(name), Number.POSITIVE_INFINITY, code)
    await rm(world.at(image.file))
    expect(await world.check()).toMatchObject({ missing: 0, unsure: 1 })
  })

  test('of a drive that doesn’t answer finds nothing missing, and all in place once it does', async ({
    skip,
  }) => {
    const world = await movedFiles(undefined, { clock: fastClock({ speed: 20, isLimited: true }) })
    const image = await world.put(1)
    const drive = join(world.folder, 'drive')
    await rename(world.root, drive)
    await mkdir(world.root)
    const silent = mountSilentDrive(world.root)
    if ('refused' in silent) return skip(silent.refused)
    onTestFinished(silent.unmount)
    expect(await world.check()).toMatchObject({ found: 0, missing: 0, away: [world.root] })
    expect(world.row(image.id).outside).toBeNull()

    silent.unmount()
    await rmdir(world.root)
    await rename(drive, world.root)
    await eventually(async () => (await world.check())?.away.length === 0, { what: 'an answer' })
    expect(world.row(image.id).outside).toBeNull()
    // A slow computer may take longer once more than the clock of this test allows.
    const opened = await eventually(() => world.opened(image.id).catch(() => null), { what: 'its file' })
    expect(opened).toEqual(world.contentOf(1))
  })

  test('finds in the library in use what was moved there from one that is away', async () => {
    const world = await movedFiles()
    const image = await world.put(1)
    const former = join(world.folder, 'former')
    await rename(world.root, former)
    await world.library.use(world.root)
    world.db.run('INSERT INTO library_folders (path, used_at) VALUES (:path, 1)', { path: former })
    await rename(join(former, ...image.file.split('/')), world.at('taken along.png'))
    await rename(former, join(world.folder, 'unplugged'))
    expect(await world.check()).toMatchObject({ found: 1, missing: 0, away: [former] })
    expect(await world.opened(image.id)).toEqual(world.contentOf(1))
  })

  test('does not take the file of another library in the same place for one that lacks its own', async () => {
    const world = await movedFiles()
    const [one, two] = [await world.put(1), await world.put(1)]
    const copy = join(world.folder, 'copy')
    await world.library.use(copy)
    await world.library.use(world.root)
    await mkdir(dirname(join(copy, ...one.file.split('/'))), { recursive: true })
    await writeFile(join(copy, ...one.file.split('/')), world.contentOf(1))
    await rm(world.at(two.file))
    expect(await world.check()).toMatchObject({ found: 0, missing: 1 })
    expect(world.row(two.id)).toMatchObject({ file: two.file, outside: 'missing' })
  })

  test('leaves files alone that will get a row of their own', async () => {
    const world = await movedFiles()
    const lost = await world.put(1)
    await rm(world.at(lost.file))
    const coming = world.image({ bytes: lost.bytes, sha256: lost.sha256 })
    const temp = await world.download(world.library, coming)
    await writeFile(temp, world.contentOf(1))
    const file = await world.library.place(temp, coming)
    expect(await world.check()).toMatchObject({ found: 0, missing: 1 })
    world.library.insert(coming, file)
    expect(world.row(coming.id)).toEqual({ id: coming.id, file, outside: null })
  })

  test('does not take the file of a deleted image, which is on its way to the trash', async () => {
    const world = await movedFiles()
    const [one, two] = [await world.put(1), await world.put(1)]
    await world.library.delete({ ids: [one.id] })
    await rm(world.at(two.file))
    expect(await world.check()).toMatchObject({ found: 0, missing: 1 })
  })

  test('that is cancelled says nothing is missing, and the next one goes on', async () => {
    const world = await movedFiles()
    for (let n = 0; n < 500; n++) await world.put(n)
    const { file } = await world.put(500)
    await rm(world.at(file))
    world.upkeep.check()
    world.upkeep.cancel()
    await eventually(() => world.upkeep.state().running === null)
    expect(world.upkeep.state().last).toBeNull()
    expect(await world.check()).toMatchObject({ missing: 1 })
  })

  test('is made once things are calm after the start, and when the user comes back after long', async () => {
    const world = await movedFiles()
    const { file } = await world.put(1)
    await world.stop()
    const clock = createFakeClock(Date.now())
    const next = world.open({ clock })
    const tidied = () =>
      world.ports.logger.lines.filter(({ event }) => event === 'library.folderTidied').length
    const before = tidied()
    await next.library.start()
    next.upkeep.start()
    await eventually(() => tidied() > before)
    await rm(world.at(file))
    next.upkeep.lookAgain()
    expect(next.upkeep.state()).toEqual({ running: null, last: null, rebuilt: null, asked: null })
    clock.advance(90_000)
    await eventually(() => next.upkeep.state().last?.missing === 1)
    await writeFile(world.at(file), world.contentOf(1))
    next.upkeep.lookAgain()
    expect(next.upkeep.state().running).toBeNull()
    clock.advance(3_700_000)
    next.upkeep.lookAgain()
    await eventually(() => next.upkeep.state().last?.missing === 0)
  })
})
