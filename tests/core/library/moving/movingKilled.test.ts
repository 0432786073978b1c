import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../support/eventually'
import { fuse, fusedDatabase, fusedDrive } from '../../../support/fuse'
import { moveHarness } from './moveHarness'

vi.mock(import('../../../../electron/core/drive'), async (load) => fusedDrive(await load()))

afterEach(fuse.reset)

type Way = 'copying' | 'linking'

/** A library with what a move may meet. Links are as good as copies, so each way meets a part. */
async function filled(way: Way) {
  fuse.reset()
  fuse.refusesLinks = way === 'copying'
  const harness = await moveHarness()
  const { write, save, source, target, contents, db } = harness
  const { library } = harness.open()
  const images = [await save(library), await save(library)]
  const [first, second] = images
  if (first === undefined || second === undefined) throw new Error('they were saved')
  if (way === 'copying') {
    await write(target, first.file, 'another file')
    const deleted = await save(library)
    db.run('UPDATE images SET deleted_at = 1, discarded_at = 1 WHERE id = :id', { id: deleted.id })
    contents.delete(deleted.id)
  } else {
    await write(source, first.file, 'edited')
    contents.set(first.id, Buffer.from('edited'))
    await write(target, second.file, contents.get(second.id) ?? '')
  }
  await library.stop()
  return { ...harness, images }
}

type Filled = Awaited<ReturnType<typeof filled>>

/**
 * Moves until `left` writes are done, then ends as a kill does. `cancelAt`: the number of the write at which it is
 * cancelled; writes count from there.
 */
async function killedAfter({ open, db, target }: Filled, left: number, cancelAt: number | null = null) {
  const { library } = open({ db: fusedDatabase(db) })
  const { plan } = await library.moving.plan(target)
  fuse.writes = 0
  if (cancelAt === null) fuse.left = left
  else
    fuse.onWrite = () => {
      if (fuse.writes !== cancelAt) return
      fuse.onWrite = () => {}
      setImmediate(() => {
        library.moving.act('cancel')
        fuse.writes = 0
        fuse.left = left
      })
    }
  try {
    library.moving.begin(plan)
  } catch {
    // Not even that is known.
  }
  await library.start().catch(() => undefined)
  const isOver = () => ['done', 'undone'].includes(library.moving.shown()?.step ?? '')
  await eventually(() => fuse.left <= 0 || isOver(), { what: 'the last write' })
  await library.stop()
  const { writes } = fuse
  fuse.left = Number.POSITIVE_INFINITY
  return writes
}

describe.each<Way>(['copying', 'linking'])('a move that is killed at any of its writes, %s', (way) => {
  test('goes on at the next start: every image can be read at any time, and nothing is removed before all is there', async () => {
    const writes = await killedAfter(await filled(way), Number.POSITIVE_INFINITY)
    expect(writes).toBeGreaterThan(20)

    for (let at = 0; at < writes; at++) {
      const killed = await filled(way)
      const { open, source, target, unreadable, step, images, has, contents } = killed
      await killedAfter(killed, at)
      const said = `after ${at} writes`
      const { library } = open()
      expect(await unreadable(library), said).toEqual([])
      const left = library.moving.shown()
      if (left?.step === 'copying') for (const { file } of images) expect(has(source, file), said).toBe(true)
      if (left !== null) {
        await library.start()
        await step(library, 'done')
        expect(await unreadable(library), said).toEqual([])
        const here = readdirSync(source)
        expect(
          here.filter((name) => name !== '.cyanotype'),
          said,
        ).toEqual([])
        for (const { id } of images) expect(await library.imageFile(id), said).toContain(target)
        const [first] = images
        if (way === 'copying') expect(await readFile(`${target}/${first?.file}`, 'utf8')).toBe('another file')
        expect(contents.size).toBe(images.length)
      }
      await library.stop()
    }
  })

  test('is undone at the next start if it was cancelled: everything is where it was', async () => {
    const whole = await killedAfter(await filled(way), Number.POSITIVE_INFINITY)
    const cancelAt = Math.floor(whole * 0.5)
    const writes = await killedAfter(await filled(way), Number.POSITIVE_INFINITY, cancelAt)
    expect(writes).toBeGreaterThan(3)

    for (let at = 0; at < writes; at++) {
      const killed = await filled(way)
      const { open, source, unreadable, step, images, has } = killed
      await killedAfter(killed, at, cancelAt)
      const said = `after ${at} writes`
      const { library } = open()
      expect(await unreadable(library), said).toEqual([])
      if (library.moving.shown()?.step === 'copying') library.moving.act('cancel')
      await library.start()
      await step(library, 'undone')
      expect(await unreadable(library), said).toEqual([])
      expect(library.folder(), said).toBe(source)
      for (const { id, file } of images) {
        expect(has(source, file), said).toBe(true)
        expect(await library.imageFile(id), said).toContain(source)
      }
      await library.stop()
    }
  })
})
