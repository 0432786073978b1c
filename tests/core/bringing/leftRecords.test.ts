import { existsSync } from 'node:fs'
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { startCore } from '../../support/runningCore'
import { temporaryFolder } from '../../support/temporaryFolder'
import { bring, detailsOf, folderOf, rowsOf } from './bringingHarness'
import { check, fern, leaves, left, opened, outside, rebuild } from './leavingHarness'

describe('on another computer with the same library', () => {
  const second = (library: string) =>
    startCore(temporaryFolder(), {
      prepare: ({ preferences }) => void preferences.change({ libraryPath: library }),
    })

  test('emptying the trash leaves the record of an image whose file was never there', async () => {
    const { pictures, library, recordIn, id } = await left()
    await rename(pictures, `${pictures} of the first`)
    const run = await second(library)
    await rebuild(run)
    expect(await outside(run, id)).toBe('missing')
    await run.call('images.delete', { ids: [id] })
    await eventually(async () => (await readFile(recordIn(library), 'utf8')).includes('"deletedAt":1'))
    await run.call('trash.discard', { selection: null })
    await eventually(async () => (await rebuild(run))?.missing === 1, { what: 'its row to go' })
    expect(existsSync(recordIn(library))).toBe(true)
  })

  test('a file that both left is one image', async () => {
    const { pictures, library } = await left()
    const run = await second(library)
    expect(await bring(run, leaves, pictures)).toMatchObject({ brought: 1 })
    expect(await rebuild(run)).toMatchObject({ restored: 0 })
    expect(await rowsOf(run.call)).toHaveLength(1)
  })

  test.runIf(process.platform === 'linux')('what is there instead isn’t read by a check', async () => {
    const { path, library, id } = await left()
    await truncate(path, 2 ** 26)
    const run = await second(library)
    await rebuild(run)
    const read = async () => Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
    const before = await read()
    await check(run)
    expect((await read()) - before).toBeLessThan(2 ** 25)
    expect(await outside(run, id)).toBe('missing')
  })
})

describe('a rebuild', () => {
  /** A library whose database is lost. */
  async function lost(
    change: (record: Record<string, unknown>) => unknown = (record) => record,
    before: (made: Awaited<ReturnType<typeof left>>) => Promise<void> = async () => {},
  ) {
    const made = await left()
    const { run, root, id, library, recordIn } = made
    await run.call('images.mark', { selection: { ids: [id] }, change: { rating: 4 } })
    const record = async () => JSON.parse(await readFile(recordIn(library), 'utf8'))
    await eventually(async () => (await record()).marks.rating === 4)
    await before(made)
    await run.core.stop()
    await rm(join(root, 'profile'), { recursive: true })
    await writeFile(recordIn(library), JSON.stringify(change(await record())))
    return { ...made, next: () => startCore(root) }
  }

  test('brings an image back that was left where it was, with its marks', async () => {
    const { id, path, next } = await lost()
    const run = await next()
    expect(await rebuild(run)).toMatchObject({ restored: 1, missing: 0 })
    expect(await run.call('images.details', { id })).toMatchObject({ file: path, rating: 4, outside: null })
    expect(await opened(run, id)).toBe(path)
  })

  test('brings one back as missing whose file is away, and it is found when that returns', async () => {
    const { id, path, pictures, next } = await lost()
    await rename(pictures, `${pictures}-unplugged`)
    const run = await next()
    expect(await rebuild(run)).toMatchObject({ restored: 1, missing: 0 })
    expect(await run.call('images.details', { id })).toMatchObject({ rating: 4, outside: 'missing' })
    await rename(`${pictures}-unplugged`, pictures)
    await check(run)
    expect(await opened(run, id)).toBe(path)
    expect(await outside(run, id)).toBeNull()
  })

  test('brings both back if a file was brought in again while its image was in the trash', async () => {
    const { next, path } = await lost(undefined, async ({ run, id, pictures, library, recordIn }) => {
      await run.call('images.delete', { ids: [id] })
      await eventually(async () => (await readFile(recordIn(library), 'utf8')).includes('"deletedAt":1'))
      expect(await bring(run, leaves, pictures)).toMatchObject({ brought: 1 })
    })
    const run = await next()
    expect(await rebuild(run)).toMatchObject({ restored: 2, missing: 0 })
    const [trashed] = await rowsOf(run.call, 'is:deleted')
    await run.call('trash.discard', { selection: { ids: [trashed?.id ?? ''] } })
    expect(await detailsOf(run.call, 'fern.png')).toMatchObject({ file: path, outside: null })
    expect(await readFile(path)).toEqual(await fern())
  })

  test('takes a path of another computer for one that is missing here', async () => {
    const { id, next } = await lost((record) => ({ ...record, file: 'D:\\pictures\\fern.png' }))
    const run = await next()
    expect(await rebuild(run)).toMatchObject({ restored: 1 })
    await check(run)
    expect(await outside(run, id)).toBe('missing')
    expect(await opened(run, id)).toBeNull()
  })

  test('shows no other file of the user that a record names', async () => {
    const secret = await folderOf({ 'secret.png': await fern(60) })
    const file = join(secret, 'secret.png')
    const { id, next } = await lost((record) => ({ ...record, file }))
    const run = await next()
    await rebuild(run)
    await check(run)
    expect(await outside(run, id)).toBe('missing')
    expect(await opened(run, id)).toBeNull()
    expect(await run.core.images.thumbnail(id, 'thumb')).toBeNull()
    await expect(run.call('originals.copyFiles', { ids: [id] })).rejects.toThrow('imageLost')
    // Nor by way of the trash.
    await run.call('images.delete', { ids: [id] })
    await run.call('trash.restore', { ids: [id] })
    expect(await opened(run, id)).toBeNull()
  })

  test('brings nothing back from the trash that lies elsewhere, and isn’t surely there', async () => {
    const { pictures, next } = await lost((record) => ({
      ...record,
      marks: { ...Object(record.marks), deletedAt: 5_000 },
    }))
    await writeFile(join(pictures, 'fern.png'), await fern(60))
    expect(await rebuild(await next())).toMatchObject({ restored: 0, missing: 1 })
  })

  test.each([
    ['of a network', { file: '\\\\elsewhere\\share\\fern.png' }],
    ['that leads back', { file: '/tmp/../etc/fern.png' }],
  ])('follows no address %s', async (_, change) => {
    const { next } = await lost((record) => ({ ...record, ...change }))
    expect(await rebuild(await next())).toMatchObject({ restored: 0, unreadable: 1 })
  })
})
