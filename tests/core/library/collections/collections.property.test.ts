import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBulk } from '../../../../electron/core/bulk/createBulk'
import { createChanges } from '../../../../electron/core/changes'
import type { Database } from '../../../../electron/core/db/database'
import { createCollections } from '../../../../electron/core/library/collections/createCollections'
import { cases } from '../../../../scripts/testRun/cases'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'
import { testGuard } from '../../../support/testGuard'
import { memoryLogger } from '../../../support/testPorts'

/** As the user sees it: names, and images in their order, deleted ones included. */
interface Plain {
  readonly id: string
  name: string
  images: number[]
}

const imageCount = 8
const some = fc.uniqueArray(fc.integer({ min: 1, max: imageCount }), { maxLength: imageCount })
const which = fc.nat(3)
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), images: some }),
  fc.record({ kind: fc.constant('rename' as const), which }),
  fc.record({ kind: fc.constant('remove' as const), which }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), which, images: some }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('takeOut' as const), which, images: some }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('move' as const), which, images: some },
      ...{
        beside: fc.integer({ min: 1, max: imageCount }),
        to: fc.constantFrom('before' as const, 'after' as const),
      },
    }),
  },
  fc.record({ kind: fc.constantFrom('hide' as const, 'bringBack' as const), image: some }),
  fc.record({ kind: fc.constant('purge' as const), image: fc.integer({ min: 1, max: imageCount }) }),
  { weight: 3, arbitrary: fc.constant({ kind: 'undo' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'redo' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function createWorld(db: Database) {
  const parts = galleryParts(db)
  const guard = testGuard()
  const changes = createChanges(guard)
  const bulk = createBulk({
    ...{ db, guard, changes, clock: guard.clock, logger: memoryLogger() },
    onDropped() {},
  })
  const collections = createCollections({ ...parts, db, bulk, clock: guard.clock, onChange() {} })
  for (let number = 1; number <= imageCount; number++)
    parts.rows.insert(
      {
        ...{ id: `image ${number}`, jobId: `job ${number}`, index: 0, of: 1, width: 1, height: 1 },
        ...{ format: 'png' as const, bytes: 1, sha256: '', decoded: true, placeholder: null },
        asked: { model: 'm', prompt: 'p', mode: 'direct' },
        ...{ revisedPrompt: null, connectionId: 'c', connectionName: 'S' },
        ...{ taskId: null, brought: null, tookMs: null, createdAt: number },
      },
      'f.png',
    )

  let model: Plain[] = []
  let named = 0
  const deleted = new Set<number>()
  const purged = new Set<number>()
  interface Done {
    readonly press: number
    readonly before: readonly Plain[]
    readonly after: readonly Plain[]
  }
  const done: Done[] = []
  let undone: Done[] = []

  const copy = (): Plain[] => model.map((one) => ({ ...one, images: [...one.images] }))
  const pick = (at: number): Plain | undefined => model[at % Math.max(1, model.length)]

  /** Does it to the model and to the product, as something that can be undone. */
  async function press(change: () => Promise<{ readonly press: number }>): Promise<void> {
    const before = copy()
    const { press: number } = await change()
    done.push({ press: number, before, after: copy() })
    undone = []
  }

  async function turn(from: Done[], way: 'back' | 'again', to: Done[]): Promise<void> {
    const last = from.pop()
    if (last === undefined) return
    await collections.turn(last.press, way)
    model = (way === 'back' ? last.before : last.after).map((one) => ({
      ...one,
      images: one.images.filter((image) => !purged.has(image)),
    }))
    to.push(last)
  }

  async function take(given: Step): Promise<void> {
    switch (given.kind) {
      case 'create':
        return press(async () => {
          const name = `Name ${++named}`
          const images = given.images.filter((image) => !purged.has(image)).sort((a, b) => a - b)
          const created = await collections.create(name, given.images)
          model.push({ id: created.id, name, images })
          return created
        })
      case 'undo':
        return turn(done, 'back', undone)
      case 'redo':
        return turn(undone, 'again', done)
      case 'hide':
        for (const number of given.image) {
          if (!purged.has(number) && !deleted.has(number)) parts.hide(`image ${number}`)
          deleted.add(number)
        }
        return
      case 'bringBack':
        for (const number of given.image) {
          if (purged.has(number)) continue
          db.run('UPDATE images SET deleted_at = NULL WHERE number = :number', { number })
          parts.order.touch([number])
          deleted.delete(number)
        }
        return
      case 'purge':
        parts.rows.remove(`image ${given.image}`)
        purged.add(given.image)
        deleted.add(given.image)
        for (const one of model) one.images = one.images.filter((image) => image !== given.image)
        return
    }
    const one = pick(given.which)
    if (one === undefined) return
    switch (given.kind) {
      case 'rename':
        return press(() => {
          one.name = `Name ${++named}`
          return collections.rename(one.id, one.name)
        })
      case 'remove':
        return press(() => {
          model = model.filter((other) => other !== one)
          return collections.remove(one.id)
        })
      case 'add':
        return press(() => {
          const fresh = given.images.filter((image) => !purged.has(image) && !one.images.includes(image))
          one.images = [...one.images, ...fresh.sort((a, b) => a - b)]
          return collections.add(one.id, given.images)
        })
      case 'move':
        return press(() => {
          const { beside, to, images } = given
          if (one.images.includes(beside)) {
            const moved = one.images.filter((image) => image !== beside && images.includes(image))
            const others = one.images.filter((image) => !moved.includes(image))
            one.images = others.toSpliced(others.indexOf(beside) + Number(to === 'after'), 0, ...moved)
          }
          return collections.move(one.id, images, { number: beside, to })
        })
      case 'takeOut':
        return press(() => {
          one.images = one.images.filter((image) => !given.images.includes(image))
          return collections.takeOut(one.id, given.images)
        })
    }
  }

  const inOrder = (id: string): readonly number[] =>
    db
      .all<{ number: number }>(
        'SELECT number FROM collected WHERE collection_id = :id ORDER BY position, number',
        { id },
      )
      .map(({ number }) => number)

  async function check(): Promise<void> {
    const isShown = (image: number) => !deleted.has(image)
    const listed = collections.list()
    const byId = new Map(model.map((one) => [one.id, one]))
    expect(listed.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort())
    for (const { id, name, images } of listed) {
      const one = byId.get(id)
      expect(name).toBe(one?.name)
      expect(inOrder(id), name).toEqual(one?.images)
      expect(images, name).toBe(one?.images.filter(isShown).length)
      const query = { text: `collection:"${name}"`, sort: 'hand' as const }
      const found = (await parts.lists.page(query, 0, 99)).rows
      expect(found.map(({ number }) => number)).toEqual(one?.images.filter(isShown))
    }
    for (let number = 1; number <= imageCount; number++)
      expect(parts.markRows.recordedMarks(number)?.collections.map(({ name }) => name) ?? []).toEqual(
        model
          .filter((one) => one.images.includes(number))
          .map(({ name }) => name)
          .sort(),
      )
  }

  return { take, check }
}

/** A move beside an image that isn't in the collection changes nothing, and so does its undo. */
const nowhere: readonly Step[] = [
  { kind: 'create', images: [1, 2, 5] },
  { kind: 'move', which: 0, images: [1], beside: 5, to: 'before' },
  { kind: 'move', which: 0, images: [1], beside: 3, to: 'before' },
  { kind: 'undo' },
  { kind: 'undo' },
]

test('collections are as a naive model of them, whatever is done, undone and done again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (given) => {
      const db = testDatabase()
      const world = createWorld(db)
      for (const one of given) {
        await world.take(one)
        await world.check()
      }
      db.close()
    }),
    { numRuns: cases(20, 200), examples: [[[...nowhere]]] },
  )
})
