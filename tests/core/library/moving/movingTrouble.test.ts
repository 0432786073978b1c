import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../support/eventually'
import { fastClock } from '../../../support/fakeClock'
import { mountSilentDrive } from '../../../support/silentDrive'
import { mountSmallDisk } from '../../../support/smallDisk'
import { moveHarness } from './moveHarness'

const megabyte = 1024 * 1024

async function filled(count = 3, deps: Parameters<Awaited<ReturnType<typeof moveHarness>>['open']>[0] = {}) {
  const harness = await moveHarness()
  const run = harness.open(deps)
  for (let number = 0; number < count; number++) await harness.save(run.library)
  return { ...harness, ...run }
}

describe('a folder is refused', () => {
  const refusal = (code: string) => ({ error: { code } })

  test('if it is in the library, has it in it, or is in another one', async () => {
    const { library, source, folder, target } = await filled(1)
    const { plan } = library.moving
    await mkdir(join(source, 'inside'))
    await expect(plan(source)).rejects.toMatchObject(refusal('moveSameFolder'))
    await expect(plan(join(source, 'inside'))).rejects.toMatchObject(refusal('moveNested'))
    await expect(plan(folder)).rejects.toMatchObject(refusal('moveNested'))
    await mkdir(join(target, '.cyanotype'))
    await mkdir(join(target, 'deep', 'deeper'), { recursive: true })
    await expect(plan(join(target, 'deep', 'deeper'))).rejects.toMatchObject(refusal('moveNested'))
    await symlink(source, join(folder, 'link'))
    await expect(plan(join(folder, 'link'))).rejects.toMatchObject(refusal('moveSameFolder'))
    expect(readdirSync(target).sort()).toEqual(['.cyanotype', 'deep'])
  })

  test('if it isn’t there, or there is nothing to move', async () => {
    const { library, target, folder, source } = await filled(0)
    await library.use(source)
    await expect(library.moving.plan(join(folder, 'nowhere'))).rejects.toMatchObject(
      refusal('moveTargetUnwritable'),
    )
    await expect(library.moving.plan(target)).rejects.toMatchObject(refusal('moveNothing'))
  })

  test('if it has no room, but not while another move goes on', async ({ skip }) => {
    const { library, target, begin } = await filled(1)
    const disk = mountSmallDisk(target, 16)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    await disk.fill(0)
    await expect(library.moving.plan(target)).rejects.toMatchObject(refusal('moveNoRoom'))
    await disk.clear()
    await begin(library)
    await expect(library.moving.plan(target)).rejects.toMatchObject(refusal('moveUnderway'))
  })
})

describe('a move', () => {
  test('whose target fills up waits, loses nothing, and goes on once there is room', async ({ skip }) => {
    const harness = await moveHarness()
    const disk = mountSmallDisk(harness.target, 16)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    const { library } = harness.open()
    for (let number = 0; number < 4; number++) await harness.save(library, {}, 2 * megabyte)
    await harness.begin(library)
    await disk.fill(5 * megabyte)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'moveTargetFull', {
      what: 'a full disk',
    })
    expect(library.moving.shown()).toMatchObject({ step: 'copying', doneImages: 2 })
    expect(await harness.unreadable(library)).toEqual([])
    await disk.clear()
    library.moving.look()
    await harness.step(library, 'done')
    expect(await harness.unreadable(library)).toEqual([])
    await eventually(() => readdirSync(harness.source).length === 0, { what: 'an empty folder' })
  })

  test('whose target gets read-only waits, loses nothing, and goes on once it can write', async ({
    skip,
  }) => {
    const harness = await moveHarness()
    const disk = mountSmallDisk(harness.target, 16)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    const { library } = harness.open()
    for (let number = 0; number < 3; number++) await harness.save(library)
    await harness.begin(library)
    disk.setReadOnly(true)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'folderUnwritable', {
      what: 'a disk that can’t be written',
    })
    expect(await harness.unreadable(library)).toEqual([])
    disk.setReadOnly(false)
    library.moving.look()
    await harness.step(library, 'done')
    expect(await harness.unreadable(library)).toEqual([])
  })

  test('whose source is read-only copies all, and says that the originals stay', async ({ skip }) => {
    const harness = await moveHarness()
    await mkdir(harness.source, { recursive: true })
    const disk = mountSmallDisk(harness.source, 16)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    const { library } = harness.open()
    const saved = [await harness.save(library), await harness.save(library)]
    await harness.begin(library)
    disk.setReadOnly(true)
    await library.start()
    await harness.step(library, 'done')
    expect(library.moving.shown()).toMatchObject({ kept: 2, problem: null })
    expect(await harness.unreadable(library)).toEqual([])
    for (const { file } of saved) {
      expect(harness.has(harness.source, file)).toBe(true)
      expect(harness.has(harness.target, file)).toBe(true)
    }
  })

  test('leaves the reserve of its target free', async ({ skip }) => {
    const harness = await moveHarness()
    const disk = mountSmallDisk(harness.target, 32)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    const { library } = harness.open({ reserveBytes: 8 * megabyte })
    for (let number = 0; number < 3; number++) await harness.save(library, {}, 2 * megabyte)
    await harness.begin(library)
    await disk.fill(11 * megabyte)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'moveTargetFull', {
      what: 'a full disk',
    })
    expect(library.moving.shown()).toMatchObject({ step: 'copying', doneImages: 1 })
  })

  test('that is cancelled keeps the copy of an original that was changed or lost meanwhile', async ({
    skip,
  }) => {
    const harness = await moveHarness()
    const { source, target, write, contents, step, has } = harness
    // On a disk of its own, so that the copy is a file of its own.
    const disk = mountSmallDisk(target, 32)
    if ('refused' in disk) return skip(disk.refused)
    onTestFinished(disk.unmount)
    const { library } = harness.open()
    const changed = await harness.save(library)
    const lost = await harness.save(library)
    const stuck = await harness.save(library, {}, 8 * megabyte)
    await harness.begin(library)
    await disk.fill(4 * megabyte)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'moveTargetFull', {
      what: 'a full disk',
    })
    await write(source, changed.file, 'edited')
    await rm(join(source, lost.file))
    library.moving.act('cancel')
    await step(library, 'undone')
    expect(await readFile(join(source, changed.file), 'utf8')).toBe('edited')
    for (const { id, file } of [changed, lost])
      expect(await readFile(join(target, file))).toEqual(contents.get(id))
    expect(await library.imageFile(lost.id)).toBe(join(target, lost.file))
    expect(has(source, stuck.file)).toBe(true)
    expect(has(target, stuck.file)).toBe(false)
  })

  test('whose source is unplugged waits until it is back', async () => {
    const { library, source, folder, begin, step, unreadable } = await filled()
    await begin(library)
    await rename(source, join(folder, 'drive'))
    await mkdir(source)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'moveSourceAway', {
      what: 'its absence',
    })
    await rmdir(source)
    await rename(join(folder, 'drive'), source)
    library.moving.look()
    await step(library, 'done')
    expect(await unreadable(library)).toEqual([])
  })

  test('whose target is unplugged waits until it is back, and removes nothing', async () => {
    const { library, changes, target, folder, begin, step, unreadable } = await filled()
    const drive = join(folder, 'drive')
    changes.subscribe((kind) => {
      if (kind !== 'preferences' || library.folder() !== target) return
      renameSync(target, drive)
      mkdirSync(target)
    })
    await begin(library)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'moveTargetAway', {
      what: 'its absence',
    })
    expect(await unreadable(library)).toEqual([])
    expect(readdirSync(target)).toEqual([])
    await rmdir(target)
    await rename(drive, target)
    library.moving.look()
    await step(library, 'done')
    expect(await unreadable(library)).toEqual([])
  })

  test('whose target stops answering says so, and keeps nothing from stopping', async ({ skip }) => {
    const clock = fastClock({ speed: 3, isLimited: true })
    const { library, changes, target, folder, begin, unreadable } = await filled(3, { clock })
    const silent: { drive?: ReturnType<typeof mountSilentDrive> } = {}
    changes.subscribe((kind) => {
      if (kind !== 'preferences' || library.folder() !== target) return
      renameSync(target, join(folder, 'drive'))
      mkdirSync(target)
      silent.drive = mountSilentDrive(target)
    })
    await begin(library)
    await library.start()
    await eventually(() => silent.drive !== undefined, { what: 'a drive' })
    const { drive } = silent
    if (drive === undefined || 'refused' in drive) return skip(drive?.refused ?? 'none')
    onTestFinished(drive.unmount)
    await eventually(() => library.moving.shown()?.problem?.code === 'moveFolderSilent', {
      what: 'its silence',
    })
    expect(await unreadable(library)).toEqual([])
    await library.stop()
  })

  test('is paused and resumed', async () => {
    const { library, source, begin, step } = await filled()
    await begin(library)
    library.moving.act('pause')
    await library.start()
    expect(library.moving.shown()).toMatchObject({ step: 'copying', paused: true, doneImages: 0 })
    expect(library.folder()).toBe(source)
    library.moving.act('resume')
    await step(library, 'done')
  })

  test('takes along what arrives in the former folder meanwhile; new images land in the new one', async () => {
    const { library, image, source, target, begin, step, unreadable, save, download, db, withJob } =
      await filled()
    const late = image({ prompt: 'a late boat' })
    withJob(late)
    const temp = await download(library, late)
    await library.start()
    await begin(library)
    await eventually(() => library.moving.shown()?.step === 'removing' && readdirSync(source).length < 3, {
      what: 'a move that waits for a download',
    })
    const fresh = await save(library)
    expect(await library.imageFile(fresh.id)).toContain(target)
    const file = await library.place(temp, late)
    library.insert(late, file)
    expect(await library.imageFile(late.id)).toContain(source)
    expect(library.moving.shown()?.step).toBe('removing')
    library.leave(late.jobId, late.index)
    library.moving.look()
    await step(library, 'done')
    expect(await library.imageFile(late.id)).toContain(target)
    expect(await unreadable(library)).toEqual([])
    expect(db.all('SELECT path FROM library_folders')).toEqual([{ path: target }])
  })

  test('brings back no deleted image, though its copy got another name', async () => {
    const { library, target, source, begin, step, write, save, contents, db, unreadable } = await filled(2)
    const clashing = await save(library)
    await write(target, clashing.file, 'another file')
    await library.start()
    await begin(library)
    contents.delete(clashing.id)
    await library.delete({ ids: [clashing.id] })
    await step(library, 'done')
    expect(await library.trash.discard(null)).toBe(1)
    await eventually(() => db.get('SELECT 1 FROM images WHERE deleted_at IS NOT NULL') === undefined, {
      what: 'the end of the deletion',
    })
    library.tidyAgain()
    expect(await unreadable(library)).toEqual([])
    expect(library.moving.shown()).toMatchObject({ kept: 0 })
    const all = readdirSync(target, { recursive: true }).map(String)
    expect(all.filter((name) => name.includes(`-2-${clashing.jobId}`))).toEqual([])
    expect(db.all('SELECT id FROM images')).toHaveLength(2)
    await eventually(() => readdirSync(source).length === 0, { what: 'an empty folder' })
  })

  test('is cancelled although its target is gone: everything is where it was', async () => {
    const { library, source, target, folder, begin, step, unreadable, changes } = await filled()
    changes.subscribe((kind) => {
      if (kind === 'preferences' && library.folder() === target) renameSync(target, join(folder, 'drive'))
    })
    await begin(library)
    await library.start()
    await eventually(() => library.moving.shown()?.problem?.code === 'moveTargetAway', {
      what: 'its absence',
    })
    library.moving.act('cancel')
    await step(library, 'undone')
    expect(library.folder()).toBe(source)
    expect(await unreadable(library)).toEqual([])
    await rm(target, { recursive: true, force: true })
  })
})
