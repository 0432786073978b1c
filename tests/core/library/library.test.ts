import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { mountSmallDisk } from '../../support/smallDisk'
import { bombPng } from '../imaging/samples'
import { libraryHarness } from './libraryHarness'

describe('an image', () => {
  test('ends up in its dated folder, with its row, its record and its thumbnail, and no temp file', async () => {
    const { folder, open, image, download, pixels } = await libraryHarness()
    const { library, changes } = open()
    await library.start()
    const made = image({ createdAt: new Date(2026, 2, 1, 12).getTime(), prompt: 'A lighthouse, at dusk' })
    const file = await library.place(await download(library, made), made)
    library.insert(made, file)
    library.finish(made.id)

    expect(file).toBe(`2026/2026-03-01/a-lighthouse-at-dusk-${made.jobId}-1.png`)
    expect(await readFile(join(folder, 'library', file))).toEqual(pixels)
    expect(await readdir(join(folder, 'library/.cyanotype/incoming'))).toEqual([])
    expect(await readdir(join(folder, 'library/.cyanotype/records'))).toEqual([`${made.jobId}-1.json`])
    expect(await library.imageFile(made.id)).toBe(join(folder, 'library', file))
    expect(changes.revision('gallery')).toBe(1)
    const { asked, ...rest } = library.details(made.id)
    expect({ ...rest, asked }).toMatchObject({ file, sha256: made.sha256, asked: made.asked, tookMs: 1200 })
    const thumbnail = await library.thumbnail(made.id, 'thumb')
    expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ format: 'webp', width: 32, height: 24 })
    await library.stop()
  })

  test('has one thumbnail, whatever a kill left of an earlier one, and none once it is deleted', async () => {
    const { folder, open, image, download } = await libraryHarness()
    const { library } = open()
    const made = image()
    library.insert(made, await library.place(await download(library, made), made))
    const thumbnails = join(folder, 'profile/thumbnails', made.id.slice(-2))
    const leave = () => writeFile(join(thumbnails, `${made.id}.webp.77.tmp`), 'the beginning of')
    await mkdir(thumbnails, { recursive: true })
    await leave()
    await library.thumbnail(made.id, 'thumb')
    expect((await readdir(thumbnails)).sort()).toEqual([`${made.id}.small.webp`, `${made.id}.webp`])
    await leave()
    await library.delete({ ids: [made.id] })
    await library.trash.discard(null)
    await eventually(async () => (await readdir(thumbnails)).length === 0)
  })

  test('whose row was never written is found through its record, without a download', async () => {
    const { open, image, download, folder } = await libraryHarness()
    const first = open()
    const made = image({ prompt: 'kept', revisedPrompt: 'kept, in oil', index: 2, of: 4 })
    const file = await first.library.place(await download(first.library, made), made)

    const { library } = open()
    const id = await library.recover(made.jobId, 2)
    expect(id).toBe(made.id)
    expect(library.details(made.id)).toMatchObject({
      file,
      prompt: 'kept',
      revisedPrompt: 'kept, in oil',
      of: 4,
    })
    expect(await library.recover(made.jobId, 2)).toBe(made.id)
    expect(await library.recover(made.jobId, 3)).toBeNull()
    expect(existsSync(join(folder, 'library', file))).toBe(true)
  })

  test('without a row is adopted at the next start', async () => {
    const { open, image, download } = await libraryHarness()
    const before = open()
    const made = image()
    await before.library.place(await download(before.library, made), made)

    const { library } = open()
    await library.start()
    await eventually(async () => (await library.page({ text: '' }, 0, 10)).rows.length === 1, {
      what: 'the adoption',
    })
    expect((await library.page({ text: '' }, 0, 10)).rows[0]).toMatchObject({
      id: made.id,
      prompt: 'a lighthouse',
    })
    await library.stop()
  })

  test('whose record is lost too is taken with the data of its job, if it can’t be had again', async () => {
    const { open, image, download, folder, withJob } = await libraryHarness()
    const before = open()
    const made = image()
    await before.library.place(await download(before.library, made), made)
    await rm(join(folder, 'library/.cyanotype/records'), { recursive: true })
    withJob(made)

    const { library } = open()
    await library.start()
    await library.ground.tidied()
    expect(await library.recover(made.jobId, 0, { isSure: true })).toBeNull()
    const adopted = await library.recoverLast(made.jobId, 0)
    expect(library.details(adopted ?? '')).toMatchObject({
      prompt: 'from the job',
      asked: { mode: 'direct', model: 'sketch-1' },
      revisedPrompt: 'revised',
      taskId: 't9',
      sha256: made.sha256,
    })
    await library.stop()
  })

  test('that isn’t really one is not adopted, nor are files that are not ours', async () => {
    const { open, image, download, folder, ports } = await libraryHarness()
    const before = open()
    const made = image()
    const file = await before.library.place(await download(before.library, made), made)
    const place = join(folder, 'library', file)
    await writeFile(place, 'no image')
    await writeFile(join(dirname(place), 'holiday.png'), 'mine')

    const { library } = open()
    await library.start()
    await eventually(() => ports.logger.lines.some(({ event }) => event === 'library.notAdopted'))
    expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
    expect(await readdir(dirname(place))).toHaveLength(2)
    await library.stop()
  })

  test('that is too large to decode is adopted as it is', async () => {
    const { open, image, folder } = await libraryHarness()
    const before = open()
    const bomb = bombPng(30_000)
    const made = image({ bytes: bomb.length, sha256: createHash('sha256').update(bomb).digest('hex') })
    const temp = await before.library.tempPath(made.jobId, made.index)
    await writeFile(temp, bomb)
    const file = await before.library.place(temp, made)

    const { library } = open()
    await library.start()
    const [adopted] = await eventually(async () => {
      const rows = (await library.page({ text: '' }, 0, 10)).rows
      return rows.length === 1 ? rows : null
    })
    expect(adopted).toMatchObject({ id: made.id, width: 30_000, height: 30_000, decoded: false })
    expect(await readFile(join(folder, 'library', file))).toEqual(bomb)
    await library.stop()
  })

  test('that turns out to be too large for a thumbnail is shown without one from then on', async () => {
    const { open, image, processes } = await libraryHarness()
    const { library, changes } = open()
    const made = image()
    const temp = await library.tempPath(made.jobId, made.index)
    await writeFile(temp, bombPng(30_000))
    library.insert(made, await library.place(temp, made))
    const before = changes.revision('gallery')
    expect(await library.thumbnail(made.id, 'thumb')).toBeNull()
    expect((await library.page({ text: '' }, 0, 1)).rows).toMatchObject([{ id: made.id, decoded: false }])
    expect(changes.revision('gallery')).toBeGreaterThan(before)
    await processes.stop()
    expect(await library.thumbnail(made.id, 'thumb')).toBeNull()
    expect(processes.started('imaging')).toBe(1)
  })

  test('that is missing from the disk keeps its row and has no file', async () => {
    const { open, image, download, folder } = await libraryHarness()
    const { library } = open()
    const made = image()
    const file = await library.place(await download(library, made), made)
    library.insert(made, file)
    await rm(join(folder, 'library', file))
    expect(await library.imageFile(made.id)).toBeNull()
    expect(await library.thumbnail(made.id, 'thumb')).toBeNull()
    expect(library.details(made.id).id).toBe(made.id)
  })

  test('stays where it was saved, and is found there after the library moves to another folder', async () => {
    const { open, image, download, folder } = await libraryHarness()
    const { library } = open()
    const old = image()
    const file = await library.place(await download(library, old), old)
    library.insert(old, file)
    await library.use(join(folder, 'elsewhere'))
    const next = image()
    library.insert(next, await library.place(await download(library, next), next))

    expect(library.folder()).toBe(join(folder, 'elsewhere'))
    expect(await library.imageFile(old.id)).toBe(join(folder, 'library', file))
    expect((await library.imageFile(next.id))?.startsWith(join(folder, 'elsewhere'))).toBe(true)
  })

  test('downloaded while the library moves is placed in the library where the download began', async () => {
    const { open, image, download, folder } = await libraryHarness()
    const { library } = open()
    const made = image()
    const temp = await download(library, made)
    await library.use(join(folder, 'elsewhere'))
    library.insert(made, await library.place(temp, made))
    expect((await library.imageFile(made.id))?.startsWith(join(folder, 'library'))).toBe(true)
  })
})

describe('a start', () => {
  test('removes temp files nothing waits for and keeps those of items still to come', async () => {
    const { open, folder, db, image } = await libraryHarness()
    const awaited = image()
    db.run('PRAGMA foreign_keys = OFF')
    db.run(`INSERT INTO items (job_id, position, state) VALUES (:id, 0, 'ready')`, { id: awaited.jobId })
    const incoming = join(folder, 'library/.cyanotype/incoming')
    await mkdir(incoming, { recursive: true })
    const kept = [`${awaited.jobId}-1.part`, `${awaited.jobId}-1.part.json`]
    const done = image().jobId
    db.run(`INSERT INTO items (job_id, position, state) VALUES (:id, 0, 'saved')`, { id: done })
    const half = `${awaited.jobId}-1.part.json.0123456789abcdef.new`
    const others = [half, `${done}-1.part`, `${done}-1.part.json`]
    for (const name of [...kept, ...others]) await writeFile(join(incoming, name), 'x')
    const { library } = open()
    await library.start()
    expect((await readdir(incoming)).sort()).toEqual(kept)
    await library.stop()
  })
})

test('a start leaves alone what another profile gathers in the same library, unless that was a year ago', async () => {
  const { open, folder, image } = await libraryHarness()
  const incoming = join(folder, 'library/.cyanotype/incoming')
  await mkdir(incoming, { recursive: true })
  const other = image().jobId
  const names = [`${other}-1.part`, `${other}-1.part.json`, `${other}-1.part.json.0123456789abcdef.new`]
  const old = `${image().jobId}-1.part`
  for (const name of [...names, old, 'probe-x']) await writeFile(join(incoming, name), 'x')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await utimes(join(incoming, old), daysAgo(366), daysAgo(366))
  // All there may be of an image whose profile wasn't opened since.
  await utimes(join(incoming, `${other}-1.part`), daysAgo(90), daysAgo(90))
  const { library } = open()
  await library.start()
  expect((await readdir(incoming)).sort()).toEqual(names.toSorted())
})

describe('a look through the library', () => {
  test('leaves nothing of the download of an image that it found', async () => {
    const { open, image, withJob, download, folder, ports } = await libraryHarness()
    const made = image()
    withJob(made)
    const { library } = open()
    await library.start()
    const temp = await download(library, made)
    await library.place(temp, made)
    await library.stop()
    // What a download that began again had gathered.
    await writeFile(temp, 'half')
    await writeFile(`${temp}.json`, '{}')
    const looks = () => ports.logger.lines.filter(({ event }) => event === 'library.folderTidied').length
    const before = looks()
    const next = open()
    await next.library.start()
    await eventually(() => looks() > before)
    expect((await next.library.page({ text: '' }, 0, 10)).rows).toHaveLength(1)
    expect(await readdir(join(folder, 'library/.cyanotype/incoming'))).toEqual([])
    await next.library.stop()
  })
})

describe('a deleted image', () => {
  async function saved() {
    const harness = await libraryHarness()
    const clock = createFakeClock(Date.now())
    const { library } = harness.open({ clock })
    const made = harness.image()
    const file = await library.place(await harness.download(library, made), made)
    library.insert(made, file)
    await library.thumbnail(made.id, 'thumb')
    return { ...harness, clock, library, made, path: join(harness.folder, 'library', file) }
  }

  test('disappears from the gallery at once, and from the disk once the trash is emptied', async () => {
    const { library, made, path, clock, folder } = await saved()
    const records = join(folder, 'library/.cyanotype/records')
    const { press, deleted } = await library.delete({ ids: [made.id, made.id, 'nobody'] })
    expect(deleted).toBe(1)
    expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
    const recorded = async () => JSON.parse(await readFile(join(records, `${made.jobId}-1.json`), 'utf8'))
    await eventually(async () => (await recorded()).marks?.deletedAt === press, { what: 'the record' })
    clock.advance(365 * 24 * 3_600_000)
    expect(existsSync(path)).toBe(true)
    expect((await library.page({ text: 'is:deleted' }, 0, 10)).rows.map(({ id }) => id)).toEqual([made.id])
    expect(await library.trash.discard(null)).toBe(1)
    expect((await library.page({ text: 'is:deleted' }, 0, 10)).rows).toEqual([])
    await eventually(() => !existsSync(path))
    await eventually(async () => (await readdir(records)).length === 0)
    expect(await library.imageFile(made.id)).toBeNull()
    expect(await library.restore(press)).toBe(0)
    await library.stop()
  })

  test('has its details and its cost as before', async () => {
    const { library, made } = await saved()
    const before = await library.cost(made.id)
    const { press } = await library.delete({ ids: [made.id] })
    expect(library.details(made.id)).toMatchObject({ id: made.id, deletedAt: press })
    expect(await library.cost(made.id)).toEqual(before)
    await library.trash.discard(null)
    await expect(library.cost(made.id)).rejects.toThrow()
    await library.stop()
  })

  test('comes back whenever that is undone in this run', async () => {
    const { library, made, path, clock } = await saved()
    const { press } = await library.delete({ ids: [made.id] })
    clock.advance(7 * 24 * 3_600_000)
    expect(await library.restore(press)).toBe(1)
    await library.stop()
    expect(existsSync(path)).toBe(true)
    expect(library.details(made.id)).toMatchObject({ id: made.id, deletedAt: null })
  })

  test('that was on its way to the system’s trash goes there at the next start, and is not adopted', async () => {
    const { ports, library, made, path, open, clock } = await saved()
    // With a clock that is corrected before that start.
    clock.set(24 * 3_600_000)
    await library.stop()
    const cut = open({ clock, opener: { trash: () => Promise.reject(new Error('no trash here')) } })
    await cut.library.delete({ ids: [made.id] })
    await cut.library.trash.discard(null)
    await eventually(() => ports.logger.lines.some(({ event }) => event === 'library.notTrashed'))
    await cut.library.stop()
    expect(existsSync(path)).toBe(true)
    const next = open()
    await next.library.start()
    await eventually(() => !existsSync(path))
    expect((await next.library.page({ text: '' }, 0, 10)).rows).toEqual([])
    await next.library.stop()
  })

  test('that the trash refuses stays hidden and on disk', async () => {
    const { ports, open, image, download, folder } = await libraryHarness()
    const clock = createFakeClock(Date.now())
    const trash = () => Promise.reject(new Error('no trash here'))
    const { library } = open({ clock, opener: { trash } })
    const made = image()
    const file = await library.place(await download(library, made), made)
    library.insert(made, file)
    const { press } = await library.delete({ ids: [made.id] })
    await library.trash.discard({ ids: [made.id] })
    await eventually(() => ports.logger.lines.some(({ event }) => event === 'library.notTrashed'))
    expect(await library.restore(press)).toBe(0)
    expect(await library.trash.restore({ ids: [made.id] })).toEqual({ restored: 0, missing: 0 })
    expect((await library.page({ text: '' }, 0, 10)).rows).toEqual([])
    expect(existsSync(join(folder, 'library', file))).toBe(true)
    await library.stop()
  })
})

describe('the library check', () => {
  test('finds no fault with a folder that can be created and written', async () => {
    const { open, folder } = await libraryHarness()
    expect(await open().library.check()).toBeNull()
    expect(await readdir(join(folder, 'library/.cyanotype/incoming'))).toEqual([])
  })

  test('reports a folder that can’t be written', async () => {
    const { open, folder, ports } = await libraryHarness()
    // Even root can't create a folder where a file is.
    await writeFile(join(folder, 'file'), '')
    ports.preferences.change({ libraryPath: join(folder, 'file', 'library') })
    expect(await open().library.check()).toMatchObject({
      code: 'libraryUnwritable',
      detail: { cause: 'ENOTDIR' },
    })
    await expect(open().library.use(join(folder, 'file'))).rejects.toMatchObject({
      error: { code: 'folderUnwritable' },
    })
  })

  test('reports a disk low on space', async () => {
    const { open } = await libraryHarness()
    expect(await open({ reserveBytes: 1e18 }).library.check()).toMatchObject({ code: 'diskLow' })
  })

  test('also reports it when only the profile’s disk is full', async ({ skip }) => {
    const { open, ports } = await libraryHarness()
    const { profile } = ports.places
    const disk = mountSmallDisk(profile, 8)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    const { library } = open({ reserveBytes: 1e6 })
    expect(await library.check()).toBeNull()
    await disk.fill(500_000)
    expect(await library.check()).toMatchObject({ code: 'diskLow', params: { folder: profile } })
    await disk.clear()
    expect(await library.check()).toBeNull()
  })
})
