import { readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../support/eventually'
import { moveHarness } from './moveHarness'

async function filled(count = 3) {
  const harness = await moveHarness()
  const { library, changes, ...rest } = harness.open()
  const images = []
  for (let number = 0; number < count; number++) images.push(await harness.save(library))
  return { ...harness, ...rest, library, changes, images }
}

describe('moving a library', () => {
  test('moves every image with its record, forgets the former folder and leaves it empty', async () => {
    const { library, images, source, target, begin, step, unreadable, has, db } = await filled()
    await library.start()
    const plan = await library.moving.plan(target)
    expect(plan).toMatchObject({ source, target, images: 3 })
    library.moving.begin(plan.plan)
    await step(library, 'done')
    expect(await unreadable(library)).toEqual([])
    for (const { file, jobId } of images) {
      expect(has(target, file)).toBe(true)
      expect(has(target, `.cyanotype/records/${jobId}-1.json`)).toBe(true)
    }
    await eventually(() => readdirSync(source).length === 0, { what: 'an empty folder' })
    expect(readdirSync(`${target}/.cyanotype`).sort()).toEqual(['incoming', 'profiles', 'records'])
    expect(db.all('SELECT path FROM library_folders')).toEqual([{ path: target }])
    expect(library.folder()).toBe(target)
    expect(library.moving.shown()).toMatchObject({ step: 'done', unread: 0, kept: 0, otherFiles: 0 })
    library.moving.act('dismiss')
    expect(library.moving.shown()).toBeNull()
    await expect(begin(library, target)).rejects.toMatchObject({ error: { code: 'moveSameFolder' } })
  })

  test('leaves files that aren’t ours, and says how many', async () => {
    const { library, images, source, begin, step, write, has } = await filled(1)
    const day = images[0]?.file.split('/').slice(0, 2).join('/')
    await write(source, `${day}/holiday.png`, 'mine')
    await write(source, 'notes.txt', 'mine')
    await library.start()
    await begin(library)
    await step(library, 'done')
    expect(library.moving.shown()).toMatchObject({ otherFiles: 2 })
    expect(has(source, `${day}/holiday.png`)).toBe(true)
    expect(await readFile(`${source}/notes.txt`, 'utf8')).toBe('mine')
  })

  test('gives a copy a name of its own where another file has the same one, and takes an equal file as it is', async () => {
    const { library, images, source, target, begin, step, write, unreadable, contents, db } = await filled(2)
    const [one, two] = images
    if (one === undefined || two === undefined) return expect.unreachable()
    await write(target, one.file, 'another file')
    await write(target, two.file, contents.get(two.id) ?? '')
    await library.start()
    await begin(library)
    await step(library, 'done')
    expect(await unreadable(library)).toEqual([])
    expect(await readFile(`${target}/${one.file}`, 'utf8')).toBe('another file')
    const renamed = one.file.replace(`-${one.jobId}`, `-2-${one.jobId}`)
    expect(db.get('SELECT file FROM images WHERE id = :id', { id: one.id })).toEqual({ file: renamed })
    await eventually(() => readdirSync(source).length === 0, { what: 'an empty folder' })
  })

  test('moves a file that was changed outside as it is, and one of a deleted image too', async () => {
    const { library, images, target, begin, step, write, source, contents, db, has } = await filled(3)
    const [changed, deleted, lost] = images
    if (changed === undefined || deleted === undefined || lost === undefined) return expect.unreachable()
    await write(source, changed.file, 'edited')
    contents.set(changed.id, Buffer.from('edited'))
    await rm(`${source}/${lost.file}`)
    db.run('UPDATE images SET deleted_at = :at WHERE id = :id', { at: Date.now(), id: deleted.id })
    await begin(library)
    await library.start()
    await step(library, 'done')
    expect(await readFile(`${target}/${changed.file}`, 'utf8')).toBe('edited')
    expect(has(source, deleted.file)).toBe(false)
  })

  test('is cancelled while it copies: everything is where it was', async () => {
    const { library, images, source, target, begin, step, unreadable, has } = await filled(4)
    await begin(library)
    library.moving.act('pause')
    await library.start()
    library.moving.act('cancel')
    await step(library, 'undone')
    expect(library.folder()).toBe(source)
    expect(await unreadable(library)).toEqual([])
    for (const { file } of images) {
      expect(has(source, file)).toBe(true)
      expect(has(target, file)).toBe(false)
    }
  })
})
