import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { type RunningCore, startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { exported, namesIn, recipeFor } from '../export/exportHarness'
import { bring, bringIn, detailsOf, filesOf, folderOf, rowsOf } from './bringingHarness'
import { check, fern, leaves, left, opened, outside, rebuild } from './leavingHarness'

describe('an image that is left where it is', () => {
  test('is shown, opened and handed out from there, and the library gets no copy', async () => {
    const { run, root, path, library, id, details, pictures } = await left()
    const { call, core, ports } = run
    expect(details).toMatchObject({ file: path, prompt: 'a fern', outside: null })
    expect(await filesOf(library)).toEqual([])
    expect(await opened(run, id)).toBe(path)
    await eventually(async () => (await core.images.thumbnail(id, 'thumb')) !== null)
    await call('images.reveal', { id })
    await call('originals.open', { id })
    await call('originals.copyFiles', { ids: [id] })
    expect(ports.opened).toEqual([path, path])
    expect(ports.copied).toEqual([[path]])
    const { drag } = await call('originals.prepareDrag', { ids: [id] })
    await call('originals.drag', { drag })
    expect(ports.dragged).toMatchObject([{ paths: [path] }])
    const folder = await folderOf({ 'before.txt': 'mine' }, join(root, 'exports'))
    const { run: ended } = await exported(call, await recipeFor(run, folder), [id])
    expect(ended).toMatchObject({ written: 1 })
    expect(await namesIn(folder)).toEqual(['a-fern.png', 'before.txt'])
    expect(await readFile(join(folder, 'a-fern.png'))).toEqual(await readFile(path))
    expect(await readdir(pictures)).toEqual(['fern.png'])
  })

  test('is the same image as a copy of it: neither is brought in twice', async () => {
    const { run, pictures } = await left()
    await folderOf({ 'again.png': await fern() }, pictures)
    expect(await bring(run, leaves, pictures).catch(({ message }) => message)).toContain('bringingBusy')
    await run.call('bringing.cancel', null)
    // Edited, it is shown as changed: it isn’t another image in the same place.
    await writeFile(join(pictures, 'fern.png'), await fern(44))
    await rm(join(pictures, 'again.png'))
    expect(await bring(run, leaves, pictures)).toMatchObject({ brought: 0, known: 1 })
    expect(await rowsOf(run.call)).toHaveLength(1)
  })

  test.each([leaves, { leaves: false }])(
    'has its original beside it once it was changed: %o',
    async (how) => {
      const { run, root, path } = await left()
      await writeFile(path, await fern(44))
      await check(run)
      const backup = await folderOf({ 'fern.png': await fern() }, join(root, 'backup'))
      await run.call('bringing.cancel', null)
      expect(await bring(run, how, backup)).toMatchObject({ brought: 1, known: 0 })
      expect(await rowsOf(run.call)).toHaveLength(2)
    },
  )

  test.each(['fern.jfif', 'fern.JPE'])('is opened by the name %s that its format has', async (name) => {
    const { run, root } = await left()
    const jpeg = await sharp(await fern())
      .jpeg()
      .toBuffer()
    const pictures = await folderOf({ [name]: jpeg }, join(root, 'jpegs'))
    await run.call('bringing.cancel', null)
    await bring(run, leaves, pictures)
    await run.call('originals.open', { id: (await detailsOf(run.call, name)).id })
    expect(run.ports.opened).toEqual([join(pictures, name)])
  })

  test('is at the end of a link that was chosen, and never inside a library', async () => {
    const { run, root, library, pictures } = await left()
    await folderOf({ 'other.png': await fern(41), '../library/mine.png': await fern(42) }, pictures)
    await folderOf({ '2024/2024-05-01/theirs.png': await fern(43), '.cyanotype/x': '' }, join(root, 'theirs'))
    await symlink(join(pictures, 'other.png'), join(root, 'link.png'))
    const chosen = [join(root, 'link.png'), library, join(root, 'theirs')]
    expect(await bring(run, leaves, ...chosen)).toMatchObject({
      brought: 1,
      failed: {
        named: [
          { name: 'mine.png', problem: 'unleavable' },
          { name: 'theirs.png', problem: 'unleavable' },
        ],
      },
    })
    expect(await detailsOf(run.call, 'other.png')).toMatchObject({ file: join(pictures, 'other.png') })
  })

  test('is missing while its file is away, and found again; and changed once that is edited', async () => {
    const { run, path, id, pictures } = await left()
    await rename(pictures, `${pictures}-unplugged`)
    await check(run)
    expect(await outside(run, id)).toBe('missing')
    expect(await opened(run, id)).toBeNull()
    await rename(`${pictures}-unplugged`, pictures)
    await check(run)
    expect(await outside(run, id)).toBeNull()
    expect(await opened(run, id)).toBe(path)
    await writeFile(path, await fern(41))
    await check(run)
    expect(await outside(run, id)).toBe('changed')
    // What was edited is found again too.
    await rename(path, `${path}.away`)
    await check(run)
    await rename(`${path}.away`, path)
    await check(run)
    expect(await outside(run, id)).toBe('changed')
    // A link in its place isn’t the file.
    await rename(path, `${path}.away`)
    await symlink(`${path}.away`, path)
    expect(await opened(run, id)).toBeNull()
    await check(run)
    expect(await outside(run, id)).toBe('missing')
  })

  test.each([
    { how: 'left there', leaves: true },
    { how: 'copied', leaves: false },
  ])('has its marks again when it is brought in from elsewhere and $how', async ({ leaves: isLeft }) => {
    const { run, path, id, pictures, recordIn, library } = await left()
    await run.call('images.mark', { selection: { ids: [id] }, change: { rating: 4 } })
    const there = await folderOf({}, join(pictures, 'sorted'))
    await mkdir(there)
    await rename(path, join(there, 'renamed.png'))
    expect(await bring(run, { leaves: isLeft }, there)).toMatchObject({ brought: 1, known: 0 })
    const details = await run.call('images.details', { id })
    expect(details).toMatchObject({ rating: 4, outside: null })
    const now = isLeft ? join(there, 'renamed.png') : join(library, details.file)
    expect(await opened(run, id)).toBe(now)
    expect(await readFile(now)).toEqual(await fern())
    expect(await rowsOf(run.call)).toHaveLength(1)
    await eventually(
      async () => JSON.parse(await readFile(recordIn(library), 'utf8')).file === details.file,
      {
        what: 'its record',
      },
    )
    await check(run)
    expect(await outside(run, id)).toBeNull()
  })

  test('goes to the trash and comes back without its file being touched; emptying only forgets it', async () => {
    const { run, path, id, library, recordIn } = await left()
    const { call, ports } = run
    const trashed: string[] = []
    Object.assign(ports.opener, { trash: async (file: string) => void trashed.push(file) })
    const all = { ids: [id] }
    await call('images.delete', all)
    expect(await call('trash.size', { selection: null })).toMatchObject({ images: 1, bytes: 0, left: 1 })
    expect(await call('trash.size', { selection: all })).toMatchObject({ images: 1, bytes: 0, left: 1 })
    expect(await call('trash.restore', all)).toEqual({ restored: 1, missing: 0 })
    expect(await opened(run, id)).toBe(path)
    await call('images.delete', all)
    await call('trash.discard', { selection: null })
    await eventually(() => !existsSync(recordIn(library)), { what: 'its record to go' })
    expect(await call('trash.size', { selection: null })).toMatchObject({ images: 0, left: 0 })
    expect(await readFile(path)).toEqual(await fern())
    expect(trashed).toEqual([])
    expect(await rebuild(run)).toMatchObject({ restored: 0, missing: 0 })
  })

  describe('in what is a library by now', () => {
    /** An image that was left in what is another library, which couldn’t be seen then. */
    async function inOther() {
      const root = temporaryFolder()
      const roses = await folderOf({ 'rose.png': await fern(50) }, join(root, 'roses'))
      const first = await startCore(join(root, 'other'))
      await bringIn(first, roses)
      await first.core.stop()
      const library = join(root, 'other/library')
      await rename(join(library, '.cyanotype'), join(root, 'aside'))
      const run = await startCore(root)
      expect(await bring(run, leaves, library)).toMatchObject({ brought: 1 })
      await rename(join(root, 'aside'), join(library, '.cyanotype'))
      const [row] = await rowsOf(run.call)
      const { file } = await run.call('images.details', { id: row?.id ?? '' })
      return { root, run, library, file, id: row?.id }
    }

    async function choose(run: RunningCore, library: string) {
      run.ports.chosenFolder = library
      await run.call('library.choose', null)
      await check(run)
      return rowsOf(run.call)
    }

    test('isn’t another image', async () => {
      const { run, library, id } = await inOther()
      expect((await choose(run, library)).map((row) => row.id)).toEqual([id])
      expect(await rebuild(run)).toMatchObject({ restored: 0 })
    })

    test('keeps its file if that is another image all the same, and is thrown away', async () => {
      const { root, run: before, library, file, id } = await inOther()
      await before.core.stop()
      await rm(join(root, 'profile'), { recursive: true })
      await rename(library, `${library} unplugged`)
      const run = await startCore(root)
      await rebuild(run)
      await rename(`${library} unplugged`, library)
      const [own] = (await choose(run, library)).filter((row) => row.id !== id)
      expect(await outside(run, id ?? '')).toBeNull()
      Object.assign(run.ports.opener, { trash: (path: string) => rm(path) })
      await run.call('images.delete', { ids: [own?.id ?? ''] })
      await run.call('trash.discard', { selection: null })
      const record = join(library, '.cyanotype/records', `${own?.jobId}-1.json`)
      await eventually(() => !existsSync(record), { what: 'its record to go' })
      expect(existsSync(file)).toBe(true)
    })
  })

  test('is looked at when it comes back from the trash', async () => {
    const { run, path, id } = await left()
    const all = { ids: [id] }
    const back = async () => {
      const { missing } = await run.call('trash.restore', all)
      return { missing, outside: await outside(run, id) }
    }
    await run.call('images.delete', all)
    await writeFile(path, await fern(60))
    expect(await back()).toEqual({ missing: 0, outside: 'changed' })
    await run.call('images.delete', all)
    await rm(path)
    expect(await back()).toEqual({ missing: 1, outside: 'missing' })
  })

  test('has its file again where another image was left', async () => {
    const { run, path, id, pictures } = await left()
    const other = join(pictures, 'other.png')
    await folderOf({ 'other.png': await fern(50) }, pictures)
    await run.call('bringing.cancel', null)
    await bring(run, leaves, other)
    await rename(path, other)
    await run.call('bringing.cancel', null)
    expect(await bring(run, leaves, other)).toMatchObject({ brought: 1, known: 0 })
    expect(await run.call('images.details', { id })).toMatchObject({ file: other, outside: null })
  })

  test('gets its record again if that is lost, and is forgotten without one', async () => {
    const { run, root, id, library, recordIn } = await left()
    const { call, core } = run
    const record = recordIn(library)
    await rm(record)
    await call('images.mark', { selection: { ids: [id] }, change: { rating: 2 } })
    await eventually(() => existsSync(record), { what: 'its record' })
    await eventually(async () => (await core.images.thumbnail(id, 'thumb')) !== null)
    const ofImage = async () =>
      (await readdir(join(root, 'profile'), { recursive: true })).filter((name) => name.includes(id))
    expect(await ofImage()).not.toEqual([])
    await call('images.delete', { ids: [id] })
    await eventually(async () => (await readFile(record, 'utf8')).includes('"deletedAt":1'))
    await rm(record)
    await call('trash.discard', { selection: null })
    await eventually(async () => (await ofImage()).length === 0, { what: 'its thumbnails to go' })
  })

  test('may have a time that no calendar has', async () => {
    const root = temporaryFolder()
    const pictures = await folderOf({ 'fern.png': await fern() }, join(root, 'pictures'))
    await utimes(join(pictures, 'fern.png'), 9e18, 9e18)
    const run = await startCore(root)
    expect(await bring(run, leaves, pictures)).toMatchObject({ brought: 1 })
    await check(run)
    expect(await detailsOf(run.call, 'fern.png')).toMatchObject({ outside: null })
  })

  test('stays where it is when the library moves, with its record in the new place', async () => {
    const { run, root, path, id, library, recordIn, pictures } = await left()
    const { call, ports } = run
    await folderOf({ '../other/copied.png': await fern(41) }, pictures)
    await bringIn(run, join(root, 'other'))
    await call('images.mark', { selection: { ids: [id] }, change: { rating: 3 } })
    ports.chosenFolder = join(root, 'moved')
    await mkdir(ports.chosenFolder)
    const plan = await call('library.planMove', null)
    expect(plan).toMatchObject({ images: 1 })
    await call('library.move', { plan: plan?.plan ?? 0 })
    await eventually(async () => (await call('app.snapshot', null)).move?.step === 'done', {
      what: 'the end of the move',
    })
    expect(await opened(run, id)).toBe(path)
    await eventually(async () => (await readdir(library)).length === 0, { what: 'an empty folder' })
    const record = () => readFile(recordIn(join(root, 'moved')), 'utf8').then(JSON.parse)
    expect(await record()).toMatchObject({ file: path, marks: { rating: 3 } })
    await call('images.mark', { selection: { ids: [id] }, change: { rating: 5 } })
    await eventually(async () => (await record()).marks.rating === 5, { what: 'the new mark' })
  })
})
