import { type GallerySort, localDay } from '@shared/model/image'
import { type ImageMarks, type MarkChange, noMarks } from '@shared/model/imageMarks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

const hourMs = 3_600_000
const noon = new Date(2026, 2, 1, 12).getTime()
const prompts = ['a fern', 'a fern at noon', 'moss', '']

interface Made extends ImageMarks {
  readonly number: number
  readonly prompt: string
  readonly placedAt: number
  readonly width: number
  isDeleted: boolean
}

/** Of a list, as it is shown. */
interface Tile {
  readonly image: Made | undefined
  /** What it stands for. */
  readonly all: readonly Made[]
  readonly day: string
  readonly stack: { readonly count: number; readonly at: number; readonly isOpen: boolean }
}

interface Look {
  readonly text: string
  readonly sort: GallerySort
  /** Prompts whose stacks are open. */
  readonly open: readonly string[]
  readonly ends: readonly [number, number]
  readonly takenOut: boolean
}

const some = fc.nat(1000)
const marks = fc.oneof(
  fc.record({ flag: fc.constantFrom('kept' as const, 'rejected' as const, null) }),
  fc.record({ rating: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ favourite: fc.boolean() }),
)
const looks = fc.record({
  text: fc.constantFrom('', 'fern', 'noon', 'is:kept'),
  sort: fc.constantFrom<GallerySort>('new', 'old', 'size'),
  open: fc.subarray(prompts.slice(0, 3)),
  ends: fc.tuple(some, some),
  takenOut: fc.boolean(),
})
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      prompt: fc.constantFrom(...prompts),
      hours: fc.integer({ min: -30, max: 30 }),
      width: fc.integer({ min: 1, max: 3 }),
      /** As if it was there before stacks were known. */
      isOld: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('mark' as const), which: some, change: marks }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: some }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'catchUp' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const), look: looks }) },
)

/** The best first, then as they are in the list. */
function topFirst(images: readonly Made[]): readonly Made[] {
  const worth = ({ flag, rating, favourite }: Made) => [
    flag === 'kept' ? 2 : flag === null ? 1 : 0,
    rating,
    Number(favourite),
  ]
  const [top] = images.toSorted((a, b) => {
    const better = worth(a).map((value, at) => (worth(b)[at] ?? 0) - value)
    return better.find((difference) => difference !== 0) ?? newest(a, b)
  })
  return images.flatMap((image) => (image === top ? [] : image)).toSpliced(0, 0, ...(top ? [top] : []))
}

const newest = (a: Made, b: Made) => b.placedAt - a.placedAt || b.number - a.number
const orders: Readonly<Partial<Record<GallerySort, (a: Made, b: Made) => number>>> = {
  new: newest,
  old: (a, b) => newest(b, a),
  size: (a, b) => b.width - a.width || newest(a, b),
}

function createWorld(db: Database) {
  const parts = galleryParts(db)
  const made: Made[] = []
  const pick = (which: number): Made | undefined => made[which % Math.max(1, made.length)]

  /** The stacks of a list, each with its images in their order. */
  function stacksOf({ text, sort }: Look): readonly (readonly Made[])[] {
    const stacks = new Map<string, Made[]>()
    const isFound = ({ prompt, flag }: Made) => (text === 'is:kept' ? flag === 'kept' : prompt.includes(text))
    for (const image of made.filter((one) => !one.isDeleted && isFound(one)).sort(orders[sort])) {
      const key = image.prompt === '' ? `alone ${image.number}` : image.prompt
      stacks.set(key, [...(stacks.get(key) ?? []), image])
    }
    return [...stacks.values()]
  }

  /** Opens stacks as a user does: by the tiles that are shown. */
  async function idsOf(look: Look): Promise<number[]> {
    const { rows } = await parts.lists.page({ ...look, stacks: { open: [] } }, 0, 500)
    return rows.flatMap(({ prompt, stack }) => (stack && look.open.includes(prompt) ? stack.id : []))
  }

  async function look(asked: Look): Promise<void> {
    const { text, sort } = asked
    const stacks = stacksOf(asked)
    const query = { text, sort, stacks: { open: await idsOf(asked) } }
    const tiles = stacks.flatMap((images): Tile[] => {
      const [first] = images
      const ordered = topFirst(images)
      const isOpen = images.length > 1 && asked.open.includes(first?.prompt ?? '')
      const day = localDay(first?.placedAt ?? 0)
      const count = images.length
      return isOpen
        ? ordered.map((image, at) => ({ image, all: [image], day, stack: { count, at, isOpen } }))
        : [{ image: ordered[0], all: ordered, day, stack: { count, at: 0, isOpen } }]
    })
    const { rows } = await parts.lists.page(query, 0, 500)
    expect(rows.map(({ number, stack }) => [number, stack && { ...stack, id: 0 }])).toEqual(
      tiles.map(({ image, stack }) => [image?.number, stack.count > 1 ? { ...stack, id: 0 } : undefined]),
    )

    const outline = await parts.lists.outline({ ...query, marks: made.map(({ number }) => number) })
    expect(outline.total).toBe(tiles.length)
    const positions = new Map(tiles.map(({ image }, at) => [image?.number, at]))
    expect(outline.marks).toEqual(made.map(({ number }) => positions.get(number) ?? null))
    const days = [...new Set(sort === 'size' ? [] : tiles.map(({ day }) => day))]
    expect(outline.days).toEqual(
      days.map((day) => ({ day, count: tiles.filter((tile) => tile.day === day).length })),
    )
    const countsOf = (some: readonly (readonly Made[])[]) => ({
      images: some.flat().length,
      stacks: some.filter(({ length }) => length > 1).length,
    })
    expect(outline.stackCounts).toEqual({
      ...countsOf(stacks),
      days: days.map((day) => countsOf(stacks.filter(([first]) => localDay(first?.placedAt ?? 0) === day))),
    })
    expect(outline.flags.kept).toBe(stacks.flat().filter(({ flag }) => flag === 'kept').length)
    const bytes = [...Buffer.from(outline.ratios, 'base64')]
    expect(bytes).toHaveLength(tiles.length)

    const [from = 0, to = 0] = asked.ends.map((end) => end % Math.max(1, tiles.length)).sort((a, b) => a - b)
    const between = tiles.slice(from, to + 1).flatMap(({ all }) => all.map(({ number }) => `image ${number}`))
    if (tiles.length === 0) return
    const [one, other] = [rows[from], rows[to]].map((row) =>
      row === undefined ? null : { placedAt: row.placedAt, jobId: row.jobId, index: row.index },
    )
    const range = await parts.lists.select({ ...query, from: one ?? null, to: other ?? null })
    expect(range).toEqual({ ids: between })
    const { takenOut } = asked
    const everything = stacks.flat().map(({ number }) => `image ${number}`)
    const besides = takenOut ? { ids: everything } : null
    const positionsAsked = { ...query, revision: outline.revision, ranges: [[from, to] as [number, number]] }
    const chosen = await parts.lists.selectAt({ ...positionsAsked, besides, takenOut })
    const left = takenOut ? everything.filter((id) => !between.includes(id)) : between
    expect(new Set(chosen !== null && 'ids' in chosen ? chosen.ids : [])).toEqual(new Set(left))
  }

  return {
    look,
    arrive(
      image: Pick<Made, 'prompt' | 'width'> & { readonly hours: number; readonly isOld: boolean },
    ): void {
      const number = made.length + 1
      const { prompt, width } = image
      const placedAt = noon + image.hours * hourMs
      made.push({ number, prompt, width, placedAt, ...noMarks, isDeleted: false })
      // By time first, and then by job: the higher number is the newer one.
      const jobId = `job ${String(number).padStart(3, '0')}`
      parts.rows.insert(
        {
          ...{ id: `image ${number}`, jobId, index: 0, of: 1, width, height: 1 },
          ...{ format: 'png' as const, bytes: 1, sha256: '', decoded: true, placeholder: null },
          asked: { model: 'm', prompt, mode: 'direct' },
          ...{ revisedPrompt: null, connectionId: 'c', connectionName: 'S', taskId: null },
          ...{ tookMs: null, createdAt: placedAt },
          brought: prompt === '' ? { name: 'x.png', tool: null, facts: [] } : null,
        },
        'f.png',
      )
      if (image.isOld) db.run('UPDATE images SET stack = NULL WHERE number = :number', { number })
    },
    mark(which: number, change: MarkChange): void {
      const image = pick(which)
      if (image === undefined) return
      parts.mark(image.number, change)
      Object.assign(image, change)
    },
    remove(which: number): void {
      const image = pick(which)
      if (image === undefined || image.isDeleted) return
      parts.hide(`image ${image.number}`)
      image.isDeleted = true
    },
    async catchUp(): Promise<void> {
      await parts.fillStacks()
      expect(db.all('SELECT number FROM images WHERE stack IS NULL')).toEqual([])
    },
  }
}

test('a stacked list is that of a naive model, whatever arrives, is marked, deleted and opened', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 30 }), looks, async (given, last) => {
      const db = testDatabase()
      const world = createWorld(db)
      for (const step of given) {
        if (step.kind === 'arrive') world.arrive(step)
        else if (step.kind === 'mark') world.mark(step.which, step.change)
        else if (step.kind === 'delete') world.remove(step.which)
        else if (step.kind === 'catchUp') await world.catchUp()
        else await world.look(step.look)
      }
      await world.look(last)
      db.close()
    }),
    { numRuns: 25 },
  )
})
