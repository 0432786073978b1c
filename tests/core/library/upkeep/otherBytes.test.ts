import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/eventually'
import { movedFiles } from './movedFiles'

type World = Awaited<ReturnType<typeof movedFiles>>

/** A folder with files under the names of images, before it is chosen as library. */
async function copies(world: World, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const folder = join(world.folder, 'archive')
  for (const [file, bytes] of Object.entries(files)) {
    const path = join(folder, ...file.split('/'))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
  return folder
}

const read = (folder: string, file: string) => readFile(join(folder, ...file.split('/')))

/** Empties the trash with these images; resolves once their files are as they then are. */
async function emptied(world: World, ...ids: readonly string[]): Promise<void> {
  await world.library.delete({ ids: [...ids] })
  // It answers after its first part; emptying takes what is in the trash by then.
  const areIn = async () => (await world.library.trash.size(null)).images === ids.length
  await eventually(areIn, { what: 'all of them in the trash' })
  await world.library.trash.discard(null)
  await world.library.ground.tidied()
}

describe('a library with files of other bytes under the names of images', () => {
  test('changes none of these, whatever the length and the time of its files', async () => {
    const world = await movedFiles()
    const [longer, same, old] = [await world.put(1), await world.put(2), await world.put(3)]
    const others = {
      longer: world.contentOf(100),
      same: Buffer.from(world.contentOf(2)),
      old: world.contentOf(90),
    }
    others.same[others.same.length - 1] = 0
    const folder = await copies(world, {
      [longer.file]: others.longer,
      [same.file]: others.same,
      [old.file]: others.old,
    })
    await utimes(join(folder, ...old.file.split('/')), new Date(2020, 1, 1), new Date(2020, 1, 1))
    await utimes(join(folder, ...same.file.split('/')), new Date(2099, 1, 1), new Date(2099, 1, 1))
    await world.library.use(folder)
    expect(await world.check()).toMatchObject({ found: 0, changed: 0, missing: 0, unsure: 0 })
    for (const [image, content] of [
      [longer, 1],
      [same, 2],
      [old, 3],
    ] as const) {
      expect(world.row(image.id)).toMatchObject({ file: image.file, outside: null })
      expect(await world.opened(image.id)).toEqual(world.contentOf(content))
    }
    await emptied(world, longer.id, same.id, old.id)
    await eventually(async () => (await read(world.root, old.file).catch(() => null)) === null)
    expect(await read(folder, longer.file)).toEqual(others.longer)
    expect(await read(folder, same.file)).toEqual(others.same)
    expect(await read(folder, old.file)).toEqual(others.old)
  })

  test('stands in for an image while its own library is away, is shown as changed, and no longer once that is back', async () => {
    const world = await movedFiles()
    const image = await world.put(1)
    const folder = await copies(world, { [image.file]: world.contentOf(50) })
    await world.library.use(folder)
    await rename(world.root, join(world.folder, 'unplugged'))
    expect(await world.check()).toMatchObject({ changed: 1, away: [world.root] })
    expect(world.row(image.id).outside).toBe('changed')
    await rename(join(world.folder, 'unplugged'), world.root)
    expect(await world.check()).toMatchObject({ found: 1, changed: 0, away: [] })
    expect(await world.opened(image.id)).toEqual(world.contentOf(1))
  })

  test('gives no image a file that only has its name while its own library is away', async () => {
    const world = await movedFiles()
    const image = await world.put(1)
    const name = `another name-${image.jobId}-1.png`
    const folder = await copies(world, { [name]: world.contentOf(50) })
    await world.library.use(folder)
    await rename(world.root, join(world.folder, 'unplugged'))
    expect(await world.check()).toMatchObject({ found: 0, changed: 0, unsure: 1 })
    expect(world.row(image.id)).toMatchObject({ file: image.file, outside: null })
  })

  test('is not what a rebuild gives rows to', async () => {
    const world = await movedFiles()
    const image = await world.put(1)
    await world.record(image)
    const folder = await copies(world, { [image.file]: world.contentOf(50) })
    await world.library.use(folder)
    await world.library.ground.tidied()
    world.db.run('DELETE FROM images')
    expect(await world.rebuild()).toMatchObject({ restored: 1, changed: 0, missing: 0 })
    expect(world.row(image.id)).toMatchObject({ file: image.file, outside: null })
    expect(await world.opened(image.id)).toEqual(world.contentOf(1))
  })
})

describe('emptying the trash', () => {
  test.each(['before a check', 'after a check'])(
    'leaves a file that was changed outside, %s',
    async (when) => {
      const world = await movedFiles()
      const image = await world.put(1)
      world.withJob(image)
      world.db.run(`UPDATE items SET state = 'saved'`)
      const edited = world.contentOf(70)
      await writeFile(world.at(image.file), edited)
      if (when === 'after a check') expect(await world.check()).toMatchObject({ changed: 1 })
      await world.library.delete({ ids: [image.id] })
      const changed = when === 'after a check' ? 1 : 0
      expect(await world.library.trash.size(null)).toMatchObject({ images: 1, changed })
      expect(await world.library.trash.size({ ids: [image.id] })).toMatchObject({ images: 1, changed })
      await emptied(world, image.id)
      await eventually(() => world.rows().length === 0, { what: 'its end' })
      // Nor does the file bring the image back, though its job is known.
      world.library.tidyAgain()
      await world.library.ground.tidied()
      expect(world.rows()).toEqual([])
      expect(await readFile(world.at(image.file))).toEqual(edited)
    },
  )

  test('leaves a file of the same length, and moves the one with the image’s bytes', async () => {
    const world = await movedFiles()
    const [image, other] = [await world.put(1), await world.put(2)]
    const same = Buffer.from(world.contentOf(2))
    same[0] = 0
    await writeFile(world.at(other.file), same)
    await emptied(world, image.id, other.id)
    await eventually(async () => (await readFile(world.at(image.file)).catch(() => null)) === null)
    await eventually(() => world.rows().length === 0, { what: 'the end of both' })
    expect(await readFile(world.at(other.file))).toEqual(same)
  })
})

test('a file without a row isn’t taken for an image whose record, in whichever library, says other bytes', async () => {
  const world = await movedFiles()
  const image = await world.put(1)
  world.withJob(image)
  world.db.run(`UPDATE items SET state = 'saved'`)
  await world.record(image)
  const folder = await copies(world, { [image.file]: world.contentOf(50) })
  world.db.run('DELETE FROM images')
  await world.library.use(folder)
  world.library.tidyAgain()
  await world.library.ground.tidied()
  await eventually(() => world.rows().length === 1, { what: 'its row' })
  expect(world.library.details(image.id)).toMatchObject({ sha256: image.sha256, outside: null })
  expect(await world.opened(image.id)).toEqual(world.contentOf(1))
})
