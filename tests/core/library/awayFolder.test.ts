import { existsSync } from 'node:fs'
import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { libraryHarness } from './libraryHarness'

/** Longer than any wait for a missing folder. */
const soonMs = 60_000

/** A library with an image in it, on a drive that can be unplugged. */
async function saved() {
  const harness = await libraryHarness()
  const clock = createFakeClock(Date.now())
  const { library } = harness.open({ clock })
  await library.start()
  const made = harness.image()
  const file = await library.place(await harness.download(library, made), made)
  library.insert(made, file)
  const folder = join(harness.folder, 'library')
  const unplugged = join(harness.folder, 'unplugged')
  return {
    ...harness,
    clock,
    library,
    made,
    path: join(folder, file),
    unplug: () => rename(folder, unplugged),
    plugIn: () => rename(unplugged, folder),
    rows: () => harness.db.all<{ id: string }>('SELECT id FROM images'),
    logged: (event: string) =>
      eventually(() => harness.ports.logger.lines.some((line) => line.event === event), { what: event }),
    looksThrough: () =>
      harness.ports.logger.lines.filter(({ event }) => /^library\.folder(Tidied|Away)$/.test(event)).length,
    shown: async () => (await library.page({ text: '' }, 0, 10)).rows.map(({ id }) => id),
  }
}

describe('an image that is sent to the system’s trash while its drive is away', () => {
  test('goes there once the drive is back, and is not shown again', async () => {
    const { library, made, path, clock, unplug, plugIn, rows, shown, logged } = await saved()
    await unplug()
    expect((await library.delete({ ids: [made.id] })).deleted).toBe(1)
    expect(await library.trash.discard(null)).toBe(1)
    await logged('library.deletionsWait')
    expect(rows()).toEqual([{ id: made.id }])

    await plugIn()
    clock.advance(soonMs)
    await eventually(() => !existsSync(path), { what: 'the file to be gone' })
    await eventually(() => rows().length === 0, { what: 'the row to be gone' })
    expect(await shown()).toEqual([])
  })

  test('is not adopted but sent there by a later run that finds the drive', async () => {
    const { library, made, path, unplug, plugIn, rows, open, logged } = await saved()
    await unplug()
    await library.delete({ ids: [made.id] })
    await library.trash.discard(null)
    await logged('library.deletionsWait')
    await library.stop()
    await plugIn()

    const next = open()
    await next.library.start()
    await eventually(() => rows().length === 0, { what: 'the row to be gone' })
    expect(existsSync(path)).toBe(false)
    expect((await next.library.page({ text: '' }, 0, 10)).rows).toEqual([])
  })

  test('stays hidden when an empty folder is where the drive was', async () => {
    const { library, made, path, unplug, plugIn, folder, rows, open, logged } = await saved()
    await unplug()
    // As an earlier version did in the mount point left behind.
    await mkdir(join(folder, 'library/.cyanotype/incoming'), { recursive: true })
    await library.delete({ ids: [made.id] })
    await library.trash.discard(null)
    await logged('library.deletionsWait')
    expect(rows()).toEqual([{ id: made.id }])
    await library.stop()

    await rename(join(folder, 'library'), join(folder, 'mount point'))
    await plugIn()
    const next = open()
    await next.library.start()
    await eventually(() => !existsSync(path), { what: 'the file to be gone' })
    expect((await next.library.page({ text: '' }, 0, 10)).rows).toEqual([])
  })
})

test('an image in two libraries does not come back from the other one once it is deleted', async () => {
  const { library, made, folder, rows, open, withJob, looksThrough } = await saved()
  withJob(made)
  const copy = join(folder, 'elsewhere')
  await cp(join(folder, 'library'), copy, { recursive: true })
  await library.use(copy)
  await library.delete({ ids: [made.id] })
  await library.trash.discard(null)
  await eventually(() => rows().length === 0, { what: 'the row to be gone' })
  await library.stop()

  const next = open()
  const before = looksThrough()
  await next.library.start()
  await eventually(() => looksThrough() >= before + 2, { what: 'a look through both' })
  expect((await next.library.page({ text: '' }, 0, 10)).rows).toEqual([])
})

test('folders are tidied two seconds after the start, so that the window comes first', async () => {
  const { clock, open, made, library, db, looksThrough } = await saved()
  await library.stop()
  db.run('DELETE FROM images')
  const next = open({ clock })
  const before = looksThrough()
  await next.library.startCalmly()
  clock.advance(1999)
  expect(looksThrough()).toBe(before)
  clock.advance(1)
  await eventually(() => looksThrough() > before, { what: 'a look through the library' })
  expect(next.library.details(made.id).id).toBe(made.id)
})

test('folders are tidied at once while an image is to come that may be there already', async () => {
  const { clock, open, made, library, db, withJob, looksThrough } = await saved()
  await library.stop()
  withJob(made)
  db.run(`UPDATE jobs SET state = 'saving'`)
  db.run('DELETE FROM images')
  const next = open({ clock })
  const before = looksThrough()
  await next.library.startCalmly()
  await eventually(() => looksThrough() > before, { what: 'a look through the library' })
  expect(await next.library.recover(made.jobId, 0)).not.toBeNull()
})

describe('Undo', () => {
  test('still works when the library starts late', async () => {
    const { clock, open, made, library, path, looksThrough } = await saved()
    await library.stop()
    const late = open({ clock })
    const { press } = await late.library.delete({ ids: [made.id] })
    const before = looksThrough()
    await late.library.start()
    await eventually(() => looksThrough() > before, { what: 'a look through the library' })
    expect(await late.library.restore(press)).toBe(1)
    clock.advance(soonMs)
    await late.library.stop()
    expect(existsSync(path)).toBe(true)
    expect(late.library.details(made.id).id).toBe(made.id)
  })

  test('still works while another image is on its way to the system’s trash', async () => {
    const { clock, open, image, download, ports, library, made, path, rows } = await saved()
    const older = image()
    library.insert(older, await library.place(await download(library, older), older))
    await library.stop()

    let isTrashing = false
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const trash = async (file: string) => {
      isTrashing = true
      await held
      await ports.opener.trash(file)
    }
    const slow = open({ clock, opener: { trash } })
    await slow.library.delete({ ids: [older.id] })
    await slow.library.trash.discard(null)
    const { press } = await slow.library.delete({ ids: [made.id] })
    await eventually(() => isTrashing, { what: 'the first to go to the trash' })
    expect(await slow.library.restore(press)).toBe(1)
    goOn()
    await eventually(() => !rows().some(({ id }) => id === older.id), { what: 'the older row to be gone' })
    await slow.library.stop()
    expect(existsSync(path)).toBe(true)
    expect(slow.library.details(made.id).id).toBe(made.id)
  })
})

test('files without a row are adopted once their drive is plugged in, without a restart', async () => {
  const { library, made, clock, unplug, plugIn, open, db, looksThrough } = await saved()
  await library.stop()
  await unplug()
  const next = open({ clock })
  const before = looksThrough()
  await next.library.start()
  await eventually(() => looksThrough() > before, { what: 'a look for the library' })
  db.run('DELETE FROM images')
  await plugIn()
  clock.advance(soonMs)
  await eventually(async () => (await next.library.page({ text: '' }, 0, 10)).rows.length === 1, {
    what: 'the adoption',
  })
  expect(next.library.details(made.id).id).toBe(made.id)
})
