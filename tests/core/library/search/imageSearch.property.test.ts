import type { GallerySort } from '@shared/model/image'
import { type MarkChange, noMarks } from '@shared/model/imageMarks'
import type { Outside } from '@shared/model/upkeep'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../../../electron/core/db/database'
import { cases } from '../../../../scripts/testRun/cases'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'
import { type Made, type Part, plain, queries } from './queryParts'

const noon = new Date(2026, 2, 10, 12).getTime()
const dayMs = 86_400_000

const sorts = fc.constantFrom<GallerySort>('new', 'old', 'name', 'size', 'cost', 'rating', 'hand')
const images = fc.record({
  prompt: fc.constantFrom(
    'a fern at noon',
    'Moss',
    '灯台と海の絵',
    '100% wool_1',
    'fern, ferns',
    '台',
    '',
    'Café e\u0301te\u0301',
    'ＦＥＲＮ 🌿',
    'がか',
  ),
  revised: fc.constantFrom(null, 'A FERN in light', '灯台', 'x', 'über 🌿'),
  model: fc.constantFrom('aurora-2', 'sketch-1'),
  connection: fc.constantFrom('Studio', 'demo', 'Démo Ｂ'),
  batch: fc.nat(2),
  size: fc.constantFrom([1024, 1024], [1024, 768], [512, 768], [1020, 768]),
  day: fc.integer({ min: -2, max: 2 }),
  isBrought: fc.boolean(),
})
const some = fc.nat(1000)
const changes = fc.oneof(
  fc.record({ flag: fc.constantFrom('kept' as const, 'rejected' as const, null) }),
  fc.record({ rating: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ favourite: fc.boolean() }),
)
const steps = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('arrive' as const), image: images }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: some }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), which: some }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), which: some }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('mark' as const), which: some, change: changes }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('note' as const),
      which: some,
      note: fc.constantFrom('', 'print, fern', 'Été 灯台と', 'Ü'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('outside' as const),
      which: some,
      outside: fc.constantFrom('changed' as const, 'missing' as const, null),
      /** Pixels of each side, if the picture is another. */
      side: fc.option(fc.constantFrom(512, 1024)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), which: some }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('collect' as const),
      verb: fc.constantFrom('collect' as const, 'takeOut' as const),
      name: fc.constantFrom('Best', 'Best of', 'ÉTÉ', '5" prints'),
      several: fc.array(some, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'catchUp' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'again' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const), query: queries, sort: sorts }) },
)

function fill(db: Database, names: readonly string[]): void {
  db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
    VALUES ('c', 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1)`)
  for (const [batch, name] of names.entries()) {
    db.run(
      'INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES (:id, :connection, :name, 1, 1)',
      { id: `batch ${batch}`, connection: 'c', name },
    )
  }
}

function createWorld(db: Database) {
  const names = ['wool, noon', 'Été', '灯']
  db.transaction(() => fill(db, names))
  const parts = galleryParts(db)
  const made: Made[] = []
  const purged = new Set<number>()

  function arrive({ size, day, ...image }: typeof images extends fc.Arbitrary<infer T> ? T : never): void {
    const number = made.length + 1
    const [width = 1, height = 1] = size
    const placedAt = noon + day * dayMs + number
    made.push({
      ...image,
      ...{
        number,
        width,
        height,
        placedAt,
        ...noMarks,
        note: '',
        outside: null,
        isSeen: false,
        isDeleted: false,
      },
    })
    db.run(
      `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, created_at)
       VALUES (:id, :batch, 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', 1)`,
      { id: `job ${number}`, batch: `batch ${image.batch}` },
    )
    parts.rows.insert(
      {
        ...{ id: `image ${number}`, jobId: `job ${number}`, index: 0, of: 1, width, height },
        ...{ format: 'png' as const, bytes: 1, sha256: '', decoded: true, placeholder: null },
        asked: { model: image.model, prompt: image.prompt, mode: image.isBrought ? null : 'direct' },
        ...{ revisedPrompt: image.revised, connectionId: 'c', connectionName: image.connection },
        ...{ taskId: null, tookMs: null, createdAt: placedAt },
        // Without a prompt it would be called by its file.
        brought: image.isBrought ? { name: image.prompt, tool: null, facts: [] } : null,
      },
      'f.png',
    )
  }

  const collections = new Map<string, Set<number>>()
  const put = () => [...collections].map(([name, images]) => ({ name, images }))
  const pick = (which: number): Made | undefined => made[which % Math.max(1, made.length)]
  const byTime = (a: Made, b: Made) => b.placedAt - a.placedAt
  const name = ({ prompt }: Made) => prompt.slice(0, 40).toLowerCase()
  const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
  const orders: Readonly<Record<Exclude<GallerySort, 'hand'>, (a: Made, b: Made) => number>> = {
    new: byTime,
    old: (a, b) => byTime(b, a),
    name: (a, b) => bytes(name(a), name(b)) || a.number - b.number,
    cost: byTime,
    rating: (a, b) => b.rating - a.rating || byTime(a, b),
    size: (a, b) => b.width * b.height - a.width * a.height || byTime(a, b),
  }

  /** As they were put into the one collection that is asked for by its whole name. */
  function byHand(query: readonly (readonly [Part, boolean])[]): (a: Made, b: Made) => number {
    const asked = query.flatMap(([{ typed }, isNegated]) =>
      typed.startsWith('collection:') && !isNegated ? typed.slice('collection:'.length) : [],
    )
    const key = (name: string) => plain(name.replaceAll('"', ''))
    const shown = put().find(({ name }) => key(name) === key(asked[0] ?? ''))
    if (shown === undefined || asked.length > 1) return byTime
    const order = [...shown.images]
    return (a, b) => order.indexOf(a.number) - order.indexOf(b.number)
  }

  async function look(query: readonly (readonly [Part, boolean])[], sort: GallerySort): Promise<void> {
    const text = query.map(([{ typed }, isNegated]) => (isNegated ? '-' : '') + typed).join(' ')
    const ofTrash = query.some(([{ typed }, isNegated]) => typed === 'is:deleted' && !isNegated)
    const expected = made
      .filter(
        (image) =>
          !purged.has(image.number) &&
          image.isDeleted === ofTrash &&
          query.every(([part, isNegated]) => part.holds(image, names, put()) !== isNegated),
      )
      .sort(sort === 'hand' ? byHand(query) : orders[sort])
      .map(({ number }) => number)
    const asked = { text, batchId: null, sort }
    const found = (await parts.lists.page(asked, 0, 500)).rows.map(({ number }) => number)
    expect(found, text).toEqual(expected)
    expect((await parts.lists.outline(asked)).total, text).toBe(expected.length)
  }

  return {
    db,
    look,
    arrive,
    catchUp: parts.catchUp,
    remove(which: number): void {
      const image = pick(which)
      if (image === undefined || image.isDeleted) return
      parts.hide(`image ${image.number}`)
      image.isDeleted = true
    },
    /** As once its file is in the trash. */
    purge(which: number): void {
      const image = pick(which)
      if (image === undefined) return
      parts.rows.remove(`image ${image.number}`)
      image.isDeleted = true
      purged.add(image.number)
    },
    open(which: number): void {
      const image = pick(which)
      if (image === undefined) return
      parts.seen.mark([`image ${image.number}`])
      image.isSeen = true
    },
    mark(which: number, change: MarkChange): void {
      const image = pick(which)
      if (image === undefined) return
      parts.mark(image.number, change)
      Object.assign(image, change)
    },
    note(which: number, note: string): void {
      const image = pick(which)
      if (image === undefined) return
      parts.writeNote(`image ${image.number}`, note)
      image.note = note
    },
    outside(which: number, outside: Outside | null, side: number | null): void {
      const image = pick(which)
      if (image === undefined) return
      const { number } = image
      db.run('UPDATE images SET outside = :outside WHERE number = :number', { number, outside })
      parts.outside.note([{ number, outside }])
      image.outside = outside
      if (side === null) return
      db.run('UPDATE images SET width = :side, height = :side WHERE number = :number', { number, side })
      parts.repainted(number)
      image.width = side
      image.height = side
    },
    collect(name: string, which: readonly number[]): void {
      const numbers = [...new Set(which.flatMap((one) => pick(one)?.number ?? []))]
      parts.collect(name, numbers)
      const there = collections.get(name) ?? new Set()
      collections.set(name, new Set([...there, ...numbers.filter((number) => !purged.has(number))]))
    },
    takeOut(name: string, which: readonly number[]): void {
      const numbers = [...new Set(which.flatMap((one) => pick(one)?.number ?? []))]
      parts.takeOut(name, numbers)
      for (const number of numbers) collections.get(name)?.delete(number)
    },
    rename(which: number): void {
      const batch = which % names.length
      names[batch] = which % 2 === 0 ? `${names[batch]} wool` : `Ü ${which}`
      db.run('UPDATE batches SET name = :name WHERE id = :id', {
        id: `batch ${batch}`,
        name: names[batch] ?? '',
      })
    },
  }
}

test('a query finds what a naive filter finds, in its order, whatever comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 50 }), async (given) => {
      const world = createWorld(testDatabase())
      let last: Parameters<typeof world.look> = [[], 'new']
      for (const step of given) {
        if (step.kind === 'arrive') world.db.transaction(() => world.arrive(step.image))
        else if (step.kind === 'look') {
          last = [step.query, step.sort]
          await world.look(...last)
        } else if (step.kind === 'again') await world.look(...last)
        else if (step.kind === 'catchUp') await world.catchUp()
        else if (step.kind === 'delete') world.remove(step.which)
        else if (step.kind === 'purge') world.purge(step.which)
        else if (step.kind === 'open') world.open(step.which)
        else if (step.kind === 'mark') world.mark(step.which, step.change)
        else if (step.kind === 'outside') world.outside(step.which, step.outside, step.side)
        else if (step.kind === 'collect') world[step.verb](step.name, step.several)
        else if (step.kind === 'note') world.note(step.which, step.note)
        else world.rename(step.which)
      }
      world.db.close()
    }),
    { numRuns: cases(25, 500) },
  )
})
