import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFacts } from '../../../../electron/core/export/imageFacts'
import { newId } from '../../../../electron/core/ids'
import type { ImageRecord } from '../../../../electron/core/library/imageRecords'
import { readRecord } from '../../../../electron/core/library/imageRecords'
import { eventually } from '../../../support/eventually'
import { testDatabase } from '../../../support/testDatabase'
import { movedFiles } from './movedFiles'

const nothing = { restored: 0, missing: 0, changed: 0, newer: 0, unreadable: 0, unsure: 0 }

/** A library whose images have records, but no rows any more. */
async function lostRows(count: number) {
  const world = await movedFiles()
  type Image = Awaited<ReturnType<typeof world.put>>
  const images: Image[] = []
  for (let n = 1; n <= count; n++) {
    const image = await world.put(n)
    await world.record(image)
    images.push(image)
  }
  world.db.run('DELETE FROM images')
  const image = (n: number): Image => {
    const found = images[n]
    if (found === undefined) throw new Error('there are fewer')
    return found
  }
  const recordPath = ({ jobId, index }: Image) => world.at(`.cyanotype/records/${jobId}-${index + 1}.json`)
  return {
    ...world,
    images,
    image,
    recordPath,
    async move(from: string, to: string) {
      await mkdir(dirname(world.at(to)), { recursive: true })
      await rename(world.at(from), world.at(to))
    },
    async rewrite(one: Image, change: (record: ImageRecord) => unknown) {
      const record = JSON.parse(await readFile(recordPath(one), 'utf8'))
      await writeFile(recordPath(one), JSON.stringify(change(record)))
    },
  }
}

describe('a rebuild from files', () => {
  test('brings back images in a new database with all that their records say, wherever their files are', async () => {
    const { library, record, put, root, at, open, db, contentOf, ...world } = await movedFiles()
    const names = [null, 'é'.normalize('NFD').repeat(3), `${'x'.repeat(251)}.png`, 'no ending', null]
    const before = []
    const batch = { id: newId(0), name: 'Ferns of the north' }
    for (const [n, name] of names.entries()) {
      const image = await put(n, { prompt: `image ${n}`, taskId: `t${n}`, createdAt: 1_000_000 + n })
      await record(image, {
        ...{ flag: 'kept', rating: n, favourite: n % 2 === 0, note: `note ${n}`, batch },
        ...{
          deletedAt: n === 4 ? 5_000 : null,
          collections: [{ name: 'Ferns', position: `${9 - n}`.padEnd(16, '0') }],
        },
      })
      if (name !== null) {
        await mkdir(at('chosen'), { recursive: true })
        await rename(at(image.file), at(`chosen/${name}`))
      }
      before.push(image)
    }
    await world.stop()
    const empty = testDatabase()
    const next = open({ db: empty })
    next.upkeep.rebuild()
    await eventually(() => next.upkeep.state().running === null)
    expect(next.upkeep.state().rebuilt).toEqual({ ...nothing, restored: 5 })
    for (const [n, { id, sha256, file }] of before.entries()) {
      const name = names[n] ?? null
      expect(next.library.details(id)).toMatchObject({
        ...{ id, sha256, prompt: `image ${n}`, taskId: `t${n}`, createdAt: 1_000_000 + n, outside: null },
        ...{ flag: 'kept', rating: n, favourite: n % 2 === 0, note: `note ${n}` },
        ...{ deletedAt: n === 4 ? expect.any(Number) : null, collections: [{ name: 'Ferns' }] },
        file: name === null ? file : `chosen/${name}`,
      })
    }
    const ids = before.map(({ id }) => id)
    const shown = await next.library.page({ text: 'collection:Ferns', sort: 'hand' }, 0, 10)
    expect(shown.rows.map(({ id }) => id)).toEqual([ids[3], ids[2], ids[1], ids[0]])
    expect((await next.library.page({ text: 'batch:north' }, 0, 10)).rows).toHaveLength(4)
    expect((await next.library.page({ text: '', batchId: batch.id }, 0, 10)).rows).toHaveLength(4)
    expect(await next.library.suggest('batch', 'fern')).toEqual([batch.name])
    const [exported] = readFacts(empty, [{ imageId: ids[0] ?? '', name: null }])
    expect(exported?.names.batch).toBe(batch.name)
    // The records name the new places, and still the batch.
    const [, moved] = before
    await eventually(
      async () => (await readRecord(root, moved?.jobId ?? '', 0))?.file === `chosen/${names[1]}`,
      { what: 'the record of the moved one' },
    )
    expect((await readRecord(root, moved?.jobId ?? '', 0))?.marks.batch).toEqual(batch)
  })

  test('says how many can’t be brought back, and why', async () => {
    const { image, at, rewrite, recordPath, rebuild, rows, ...world } = await lostRows(6)
    await rm(at(image(0).file))
    await writeFile(at(image(1).file), 'no image any more')
    await rewrite(image(2), (record) => ({ ...record, version: 2 }))
    await writeFile(recordPath(image(3)), '{')
    await writeFile(at(image(4).file), Buffer.concat([world.pixels, Buffer.alloc(5, '!')]))
    expect(await rebuild()).toEqual({
      ...{ restored: 2, missing: 1, changed: 1, newer: 1, unreadable: 1, unsure: 0 },
    })
    expect(rows()).toEqual([
      { id: image(5).id, file: image(5).file, outside: null },
      { id: image(4).id, file: image(4).file, outside: 'changed' },
    ])
    expect(await readFile(recordPath(image(2)), 'utf8')).toContain('"version":2')
  })

  test('changes no image that has a row, and takes no file from one', async () => {
    const { put, record, db, rebuild, rows, at, contentOf, root } = await movedFiles()
    const lost = await put(1)
    await record(lost, { rating: 5 })
    db.run('DELETE FROM images')
    const there = await put(1)
    await record(there, { rating: 3 })
    // Its file is gone: the one that is left is another one’s, although it has the same bytes.
    await rm(at(lost.file))
    expect(await rebuild()).toEqual({ ...nothing, missing: 1 })
    await writeFile(join(root, 'found.png'), contentOf(1))
    expect(await rebuild()).toEqual({ ...nothing, restored: 1 })
    expect(rows().map(({ id, file }) => [id, file])).toEqual([
      [there.id, there.file],
      [lost.id, 'found.png'],
    ])
    expect(db.all('SELECT rating FROM images ORDER BY number')).toEqual([{ rating: 0 }, { rating: 5 }])
  })

  test('brings back one image of what two libraries have', async () => {
    const { images, image, root, folder, rebuild, rows, library, contentOf, recordPath } = await lostRows(2)
    const other = join(folder, 'other')
    execFileSync('cp', ['-a', root, other])
    await library.use(other)
    expect(await rebuild()).toEqual({ ...nothing, restored: 2 })
    expect(
      rows()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(images.map(({ id }) => id).toSorted())
    expect(await readFile((await library.imageFile(image(0).id)) ?? '')).toEqual(contentOf(1))
    expect(await readFile(recordPath(image(0)), 'utf8')).not.toBe('')
  })

  test('says nothing of a library that is away, and goes on when it is back', async () => {
    const { root, folder, rebuild, library } = await lostRows(2)
    await library.use(join(folder, 'other'))
    await rename(root, `${root}-unplugged`)
    expect(await rebuild()).toEqual(nothing)
    await rename(`${root}-unplugged`, root)
    expect(await rebuild()).toEqual({ ...nothing, restored: 2 })
  })

  test('leaves an image to its delivery that is still to come', async () => {
    const { image, withJob, rebuild, rows, db } = await lostRows(1)
    withJob(image(0))
    expect(await rebuild()).toEqual(nothing)
    expect(rows()).toEqual([])
    db.run(`UPDATE items SET state = 'saved'`)
    expect(await rebuild()).toEqual({ ...nothing, restored: 1 })
  })
})

describe('a record that someone else wrote', () => {
  test.each([
    ['a file outside', { file: '../secret.png' }],
    ['a hidden file', { file: '.cyanotype/secret.png' }],
    ['an endless name', { file: `${'x'.repeat(100_000)}.png` }],
  ])('that names %s is not followed', async (_, change) => {
    const { image, rewrite, rebuild, rows, folder, root, contentOf, at } = await lostRows(1)
    await rm(at(image(0).file))
    for (const path of [join(folder, 'secret.png'), join(root, '.cyanotype/secret.png')])
      await writeFile(path, contentOf(1))
    await rewrite(image(0), (record) => ({ ...record, ...change }))
    expect((await rebuild())?.restored).toBe(0)
    expect(rows()).toEqual([])
  })

  test('doesn’t make an image of another file of the user', async () => {
    const { image, rewrite, rebuild, rows, at } = await lostRows(1)
    const text = 'a letter, not an image'
    const sha256 = createHash('sha256').update(text).digest('hex')
    await writeFile(at('letter.png'), text)
    await rewrite(image(0), (record) => ({
      ...{ ...record, file: 'letter.png' },
      image: { ...record.image, sha256, bytes: text.length },
    }))
    await rm(at(image(0).file))
    expect((await rebuild())?.restored).toBe(0)
    expect(rows()).toEqual([])
  })

  test.each([
    { id: '../../x' },
    { width: 1e300 },
    { createdAt: 1e300 },
    { tookMs: 0.5 },
    { of: 0 },
    { index: 3 },
    { asked: null },
  ])('with %j counts as unreadable', async (change) => {
    const { image, rewrite, rebuild } = await lostRows(2)
    await rewrite(image(0), (record) => ({ ...record, image: { ...record.image, ...change } }))
    expect(await rebuild()).toEqual({ ...nothing, restored: 1, unreadable: 1 })
  })

  test('with the id or the file of another image takes neither', async () => {
    const { image, images, rewrite, rebuild, rows } = await lostRows(3)
    await rewrite(image(1), (record) => ({ ...record, image: { ...record.image, id: image(0).id } }))
    await rewrite(image(2), (record) => ({ ...record, file: image(0).file }))
    expect(await rebuild()).toEqual({ ...nothing, restored: 3 })
    expect(new Set(rows().map(({ id }) => id)).size).toBe(3)
    expect(
      rows()
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(images.map(({ file }) => file).toSorted())
  })

  test('that is huge, a pipe, a folder, a link or full of values counts as unreadable', async () => {
    const { image, recordPath, rebuild, folder, root } = await lostRows(6)
    await truncate(recordPath(image(0)), 400 * 1024 * 1024)
    for (const n of [1, 2, 3]) await rm(recordPath(image(n)))
    execFileSync('mkfifo', [recordPath(image(1))])
    await mkdir(recordPath(image(2)))
    await writeFile(join(folder, 'elsewhere.json'), '{}')
    await symlink(join(folder, 'elsewhere.json'), recordPath(image(3)))
    await writeFile(recordPath(image(4)), `{"version":1,"file":[${'[],'.repeat(1_000_000)}1]}`)
    expect(await rebuild()).toEqual({ ...nothing, restored: 1, unreadable: 5 })
    // A folder of records that is a link isn’t looked into.
    await rename(join(root, '.cyanotype/records'), join(folder, 'records'))
    await symlink(join(folder, 'records'), join(root, '.cyanotype/records'))
    expect(await rebuild()).toEqual(nothing)
  })

  test.each([
    [0, 2],
    [2, 0],
    [1, 0],
  ])(
    'gives a file to the image it names, not to one whose record claims it: %i claims that of %i',
    async (thief, victim) => {
      const { image, rewrite, rebuild, rows, at } = await lostRows(3)
      const { file, bytes, sha256, id } = image(victim)
      await rm(at(image(thief).file))
      await rewrite(image(thief), (record) => ({
        ...record,
        file,
        image: { ...record.image, sha256, bytes },
      }))
      expect(await rebuild()).toEqual({ ...nothing, restored: 2, missing: 1 })
      expect(rows().find((row) => row.file === file)?.id).toBe(id)
    },
  )

  test('of an image behind a link brings nothing back', async () => {
    const { image, rebuild, at, folder } = await lostRows(2)
    await rename(at(image(0).file), join(folder, 'private.png'))
    await symlink(join(folder, 'private.png'), at(image(0).file))
    expect(await rebuild()).toEqual({ ...nothing, restored: 1, missing: 1 })
  })
})
