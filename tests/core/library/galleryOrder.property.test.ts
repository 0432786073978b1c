import { type GalleryQuery, type Image, localDay } from '@shared/model/image'
import { bitsOf, bitsText } from '@shared/model/numberBits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { averageColour } from '../../../electron/core/library/averageColour'
import type { Gallery } from '../../../electron/core/library/gallery'
import { cases } from '../../../scripts/testRun/cases'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

const texts = ['', 'fern', 'moss', 'fern moss', 'at', 'at fern', '灯', 'lighthouse']
const prompts = ['a fern', 'moss at noon', 'a fern and moss', '灯台', 'a fern at dusk']
/** One of leaves, and one of black without a colour of its own. */
const placeholders = ['1QcSHQRnh493V4dIh4eXh1h4kJUI', 'AAgGAAAAAAAAAAAA']
const hourMs = 3_600_000
const noon = new Date(2026, 2, 1, 12).getTime()

interface Row {
  readonly id: string
  readonly number: number
  readonly ratio: number
  readonly placeholder: string | null
  readonly placedAt: number
}

/** The gallery as SQL alone tells it. */
function read(db: Database, { text, batchId }: GalleryQuery): readonly Row[] {
  const words = text.split(' ').filter((word) => word !== '')
  const conditions = ['deleted_at IS NULL', ...words.map((word) => `prompt LIKE '%${word}%'`)]
  if (batchId) conditions.push(`batch_id = '${batchId}'`)
  return db.all<Row>(`SELECT id, number, ratio, placeholder, placed_at AS placedAt FROM images
    WHERE ${conditions.join(' AND ')} ORDER BY placed_at DESC, job_id DESC, position`)
}

function daysOf(rows: readonly Row[]) {
  const counts = new Map<string, number>()
  for (const { placedAt } of rows) {
    const day = localDay(placedAt)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

const queries = fc.record({
  text: fc.constantFrom(...texts),
  batchId: fc.constantFrom(null, 'batch 0', 'batch 1', 'none'),
})
const some = fc.nat(1000)
const changes = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      job: fc.nat(12),
      index: fc.nat(4),
      hours: fc.nat(40),
      prompt: fc.constantFrom(...prompts),
      width: fc.integer({ min: 1, max: 9 }),
      isKept: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: some, query: queries }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), which: some }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: some }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('paint' as const), which: some }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), which: some, query: queries }) },
)
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never

/** Two batches of jobs, which images are inserted for. */
function fill(db: Database): void {
  db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
    VALUES ('c', 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1)`)
  for (const batch of [0, 1])
    db.run(
      `INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES (:batch, 'c', '', 1, 1)`,
      { batch: `batch ${batch}` },
    )
  for (let job = 0; job <= 12; job++)
    db.run(
      `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, created_at)
       VALUES (:id, :batch, 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', 1)`,
      { id: `job ${job}`, batch: `batch ${job % 2}` },
    )
}

let made = 0
function insert({ rows }: Gallery, db: Database, change: Extract<Change, { kind: 'insert' }>): void {
  const jobId = `job ${change.job}`
  if (rows.findItem(jobId, change.index) !== null) return
  const id = `image ${++made}`
  const { prompt, width, index } = change
  const write = () =>
    rows.insert(
      {
        ...{
          id,
          jobId,
          index,
          of: 5,
          width,
          height: 3,
          format: 'png',
          bytes: 1,
          sha256: '',
          decoded: true,
          placeholder: null,
        },
        asked: { model: 'm', prompt, mode: 'direct' },
        ...{
          revisedPrompt: null,
          connectionId: 'c',
          connectionName: 'S',
          taskId: null,
          brought: null,
          tookMs: null,
        },
        createdAt: noon + change.hours * hourMs,
      },
      'f.png',
    )
  if (change.isKept || change.job % 3 > 0) {
    write()
    return
  }
  const undone = () =>
    db.transaction(() => {
      write()
      throw new Error('the disk is full')
    })
  expect(undone).toThrow('the disk is full')
}

async function look(
  parts: ReturnType<typeof galleryParts>,
  db: Database,
  query: GalleryQuery,
  which: number,
) {
  const marks = db.all<{ number: number }>('SELECT number FROM images').map(({ number }) => number)
  const [outline, page] = await Promise.all([
    parts.lists.outline({ ...query, marks }),
    parts.lists.page(query, which % 7, 5),
  ])
  const rows = read(db, query)
  expect(outline.total).toBe(rows.length)
  expect([...Buffer.from(outline.ratios, 'base64')]).toEqual(rows.map(({ ratio }) => ratio))
  const colours = Buffer.from(outline.colours, 'base64')
  expect(rows.map((_, at) => colours.readUInt16BE(2 * at))).toEqual(
    rows.map(({ placeholder }) => averageColour(placeholder)),
  )
  expect(outline.days).toEqual(daysOf(rows))
  const places = new Map(rows.map(({ number }, position) => [number, position]))
  expect(outline.marks).toEqual(marks.map((number) => places.get(number) ?? null))
  const shown = rows.slice(which % 7, (which % 7) + 5)
  expect(page.rows.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
  await lookBeyond(parts, rows, query, page.rows.slice(0, 4))
}

/** Steps from some images of a list, as a comparison does; one of them is passed over wherever it is. */
async function lookBeyond(
  { lists }: ReturnType<typeof galleryParts>,
  rows: readonly Row[],
  query: GalleryQuery,
  from: readonly Image[],
): Promise<void> {
  if (from.length === 0) return
  const places = from.map(({ placedAt, jobId, index }) => ({ placedAt, jobId, index })).toReversed()
  const at = from.map(({ id }) => rows.findIndex((row) => row.id === id))
  for (const way of [1, -1] as const) {
    const beyond = way > 0 ? rows.slice(Math.max(...at) + 1) : rows.slice(0, Math.min(...at)).toReversed()
    const besides = beyond.slice(0, 1).map(({ id }) => id)
    const found = await lists.beyond({ ...query, places, way, besides })
    expect(found?.id).toBe(beyond[besides.length]?.id)
  }
  const ids = from.map(({ id }) => id)
  expect((await lists.few({ ids: ['none', ...ids] })).map(({ id }) => id)).toEqual(ids)
}

/** Deletes a range of a list as a user does, and expects that just those images are gone. */
async function deleteRange(
  { lists, deletions, rows }: ReturnType<typeof galleryParts>,
  db: Database,
  query: GalleryQuery,
  which: number,
): Promise<number> {
  const before = read(db, query)
  const ends = [which % (before.length + 1), (which * 7) % (before.length + 1)].sort((a, b) => a - b)
  const [from = null, to = null] = await Promise.all(
    ends.map(
      async (at) =>
        (await lists.page(query, at, 1)).rows.map(({ placedAt, jobId, index }) => ({
          placedAt,
          jobId,
          index,
        }))[0],
    ),
  )
  const range = { ...query, from, to }
  const between = before.slice(from === null ? 0 : ends[0], to === null ? undefined : (ends[1] ?? 0) + 1)
  expect(await lists.select(range)).toEqual({ ids: between.map(({ id }) => id) })
  const except = between.filter((_, at) => at % 4 === 1).map(({ id }) => id)
  const meant = between.filter(({ id }) => !except.includes(id)).map(({ number }) => number)
  if (meant.length === 0) return deletions.newPress(noon)
  const selection = { ids: [], numbers: bitsText(bitsOf(meant, rows.highest())) }
  expect(await lists.selected(selection)).toEqual(meant)

  const press = deletions.newPress(noon)
  for (let rest: Parameters<typeof deletions.mark>[1] | null = { selection, after: 0 }; rest !== null; )
    rest = deletions.mark(press, rest, 1).rest
  const gone = db.all<{ number: number }>('SELECT number FROM images WHERE deleted_at = :press', { press })
  expect(gone.map(({ number }) => number).sort()).toEqual([...meant].sort())
  return press
}

test('the kept order is that of the rows, whatever is inserted, deleted, restored and removed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 10, maxLength: 60 }), async (given) => {
      const db = testDatabase()
      fill(db)
      const parts = galleryParts(db)
      const presses: number[] = []
      for (const change of given) {
        if (change.kind === 'insert') insert(parts, db, change)
        else if (change.kind === 'look') await look(parts, db, change.query, change.which)
        else if (change.kind === 'delete')
          presses.push(await deleteRange(parts, db, change.query, change.which))
        else if (change.kind === 'restore') {
          const [press = 0] = presses.splice(change.which % Math.max(1, presses.length), 1)
          while (parts.deletions.unmark(press, 2) > 0);
        } else if (change.kind === 'paint') {
          const ids = db.all<{ id: string }>('SELECT id FROM images ORDER BY number DESC')
          const { id = '' } = ids[change.which % Math.max(1, ids.length)] ?? {}
          parts.pictures.setPlaceholder(id, placeholders[change.which % placeholders.length] ?? '')
        } else {
          const ids = db.all<{ id: string }>('SELECT id FROM images ORDER BY number DESC')
          parts.rows.remove(ids[change.which % Math.max(1, ids.length)]?.id ?? '')
        }
      }
      for (const text of texts) await look(parts, db, { text, batchId: null }, 0)
      db.close()
    }),
    { numRuns: cases(25, 250) },
  )
})
