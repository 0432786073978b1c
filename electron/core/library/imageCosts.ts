import { creditsOf, partsOf } from '@shared/model/cost'
import type { ImageCost, ImagesCost } from '@shared/model/imageCost'
import { billedOf } from '../db/counts'
import type { Database } from '../db/database'
import type { Clock } from '../ports'
import { inSlices } from '../slices'
import { highestNumber } from './search/highestNumber'

/**
 * What each image has cost, kept in memory: read once, in slices, when it is first asked for. A request’s cost is
 * shared among all images it ever yielded, deleted ones too, to the last ten-thousandth of a credit: the sums are those
 * of the ledger.
 */
export interface ImageCosts {
  /** Resolves once everything committed has been read. Rejects with AppFailure `quitting` after `stop`. */
  settle(): Promise<void>
  /** The same, for callers that can wait: it pauses while anything runs `ahead`. */
  settleBehind(): Promise<void>
  /** Runs `work`. Until it ends, costs are read for callers of `settle`, and for others only slowly. */
  ahead<T>(work: () => Promise<T>): Promise<T>
  /** False if a cost may have changed since. */
  isSettled(): boolean
  /** Changes with any cost. */
  version(): number
  /** The cost of an image, by its number. Call `settle` first. */
  of(number: number): Omit<ImageCost, 'demo'>
  /** Whether these are demo credits. Reads the database: `of` is for many images. */
  isDemo(number: number): boolean
  /** By connection. Call `settle` first. */
  sum(numbers: Iterable<number>): ImagesCost[]
  /** The same of several lists, of a thousand days say: each connection is read once. */
  sums(lists: readonly Iterable<number>[]): ImagesCost[][]
  stop(): void
}

interface JobRow {
  readonly connectionId: string
  /** 1 for an image that was made elsewhere. */
  readonly isBrought: number
  /** Positions of the images that were saved, whether or not they have a row. */
  readonly saved: string
  /** Number and position of each image. */
  readonly images: string
  /** How each attempt is billed, and its price. */
  readonly attempts: string
}

type Attempt = readonly [billed: 'no' | 'maybe' | 'yes', price: number | null]

const read = (jobs: string) => `
  WITH wanted AS (SELECT DISTINCT job_id FROM ${jobs})
  SELECT (SELECT connection_id FROM images WHERE images.job_id = wanted.job_id LIMIT 1) AS connectionId,
    (SELECT mode = '' FROM images WHERE images.job_id = wanted.job_id LIMIT 1) AS isBrought,
    (SELECT json_group_array(position) FROM items WHERE items.job_id = wanted.job_id AND state = 'saved') AS saved,
    (SELECT json_group_array(json_array(number, position)) FROM images WHERE images.job_id = wanted.job_id) AS images,
    (SELECT json_group_array(json_array(${billedOf('attempts', 'jobs')}, price)) FROM attempts
      WHERE attempts.job_id = wanted.job_id) AS attempts
  FROM wanted LEFT JOIN jobs ON jobs.id = wanted.job_id`
/** Numbers are bound as REAL, with which the index would ignore the range. */
const inRange = read('images WHERE number > CAST(:after AS INTEGER) AND number <= CAST(:until AS INTEGER)')
const changed = read('(SELECT job_id FROM temp.jobs_recosted ORDER BY job_id LIMIT :limit)')

/** When the cost of a job may have changed, or how many images share it. */
const events = [
  ['INSERT ON main.attempts', 'new.job_id'],
  ['UPDATE OF outcome, price ON main.attempts', 'new.job_id'],
  ['UPDATE OF billed ON main.jobs', 'new.id'],
  ['INSERT ON main.images', 'new.job_id'],
] as const
/** Keeps a list of such jobs for this run alone; what a transaction rolled back isn’t on it. */
const watch = [
  'CREATE TEMP TABLE IF NOT EXISTS jobs_recosted (job_id TEXT PRIMARY KEY)',
  'DELETE FROM temp.jobs_recosted',
  ...events.map(
    ([event, job], at) => `CREATE TEMP TRIGGER IF NOT EXISTS job_recosted_${at} AFTER ${event} BEGIN
      INSERT OR IGNORE INTO jobs_recosted VALUES (${job}); END`,
  ),
]

/** In the column `known`: it cost nothing here, so it is in no sum. */
const madeElsewhere = 2

/** Jobs read at once because something changed. */
const readAtOnce = 200

export function createImageCosts(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): ImageCosts {
  const { db, clock } = deps
  const ending = new AbortController()
  const connections: string[] = []
  let columns = columnsOf(1024)
  let built: Promise<void> | null = null
  let isBuilt = false
  let version = 0
  /** How many callers of `settle` wait, and how much work runs ahead of the costs. */
  const running = { urgent: 0, ahead: 0 }
  const isBehind = () => running.ahead > 0 && running.urgent === 0
  const slices = { clock, signal: ending.signal, isBehind }

  async function counted<T>(kind: keyof typeof running, work: () => Promise<T>): Promise<T> {
    running[kind]++
    try {
      return await work()
    } finally {
      running[kind]--
    }
  }

  function keep(row: JobRow): void {
    const images: readonly [number: number, position: number][] = JSON.parse(row.images)
    const saved: readonly number[] = JSON.parse(row.saved)
    const attempts: readonly Attempt[] = JSON.parse(row.attempts)
    const positions = [...new Set([...saved, ...images.map(([, position]) => position)])].sort(
      (a, b) => a - b,
    )
    const parts = (wanted: Attempt[0]) =>
      attempts.reduce((sum, [billed, price]) => sum + (billed === wanted ? partsOf(price ?? 0) : 0), 0)
    const surely = parts('yes')
    const maybe = parts('maybe')
    const billed = attempts.filter(([kind]) => kind !== 'no')
    const isKnown = billed.length > 0 && billed.every(([, price]) => price !== null)
    const connection = indexOf(row.connectionId)
    for (const [number, position] of images) {
      const at = positions.indexOf(position)
      const share = (all: number) =>
        Math.floor((all * (at + 1)) / positions.length) - Math.floor((all * at) / positions.length)
      columns = grown(columns, number)
      columns.surely[number] = share(surely)
      columns.maybe[number] = share(maybe)
      columns.known[number] = row.isBrought === 1 ? madeElsewhere : Number(isKnown)
      columns.connections[number] = connection
    }
  }

  function indexOf(connectionId: string): number {
    const found = connections.indexOf(connectionId)
    return found >= 0 ? found : connections.push(connectionId) - 1
  }

  function ownerOf(connectionId: string): { readonly name: string; readonly demo: boolean } {
    const row = db.get<{ name: string; kind: string }>(
      'SELECT name, kind FROM connections WHERE id = :connectionId',
      {
        connectionId,
      },
    )
    return { name: row?.name ?? '', demo: row?.kind === 'demo' }
  }

  function sums(lists: readonly Iterable<number>[]): ImagesCost[][] {
    const owners = new Map<string, ReturnType<typeof ownerOf>>()
    const knownOwner = (connectionId: string) => {
      const owner = owners.get(connectionId) ?? ownerOf(connectionId)
      owners.set(connectionId, owner)
      return { connectionId, ...owner }
    }
    return lists.map((numbers) => sumOf(numbers, knownOwner))
  }

  function sumOf(
    numbers: Iterable<number>,
    owner: (connectionId: string) => Pick<ImagesCost, 'connectionId' | 'name' | 'demo'>,
  ): ImagesCost[] {
    const found = connections.map(() => ({ images: 0, surely: 0, maybe: 0, unknown: 0 }))
    for (const number of numbers) {
      if (columns.known[number] === madeElsewhere) continue
      const sum = found[columns.connections[number] ?? 0]
      if (sum === undefined) continue
      sum.images++
      sum.surely += columns.surely[number] ?? 0
      sum.maybe += columns.maybe[number] ?? 0
      if (columns.known[number] !== 1) sum.unknown++
    }
    return found.flatMap(({ images, surely, maybe, unknown }, at) =>
      images === 0
        ? []
        : [
            {
              ...owner(connections[at] ?? ''),
              surely: creditsOf(surely),
              maybe: creditsOf(maybe),
              unknown,
            },
          ],
    )
  }

  async function build(): Promise<void> {
    let after = 0
    for (const statement of watch) db.run(statement)
    await inSlices((size) => {
      const last = highestNumber(db)
      const until = Math.min(last, after + size)
      for (const row of db.all<JobRow>(inRange, { after, until })) keep(row)
      after = until
      return after < last
    }, slices)
    isBuilt = true
    version++
  }

  function readChanged(): boolean {
    const rows = db.all<JobRow>(changed, { limit: readAtOnce })
    for (const row of rows) keep(row)
    if (rows.length > 0) version++
    if (rows.length > 0)
      db.run(
        'DELETE FROM temp.jobs_recosted WHERE job_id IN (SELECT job_id FROM temp.jobs_recosted ORDER BY job_id LIMIT :limit)',
        { limit: readAtOnce },
      )
    return rows.length === readAtOnce
  }

  async function settleBehind(): Promise<void> {
    built ??= build().catch((problem: unknown) => {
      // The next one who asks begins again.
      built = null
      throw problem
    })
    await built
    await inSlices(readChanged, slices)
  }

  return {
    settle: () => counted('urgent', settleBehind),
    settleBehind,
    ahead: (work) => counted('ahead', work),

    isSettled: () => isBuilt && db.get('SELECT 1 FROM temp.jobs_recosted') === undefined,
    version: () => version,

    of: (number) => ({
      surely: creditsOf(columns.surely[number] ?? 0),
      maybe: creditsOf(columns.maybe[number] ?? 0),
      isKnown: columns.known[number] === 1,
    }),
    isDemo: (number) => ownerOf(connections[columns.connections[number] ?? 0] ?? '').demo,

    sums,
    sum: (numbers) => sums([numbers])[0] ?? [],

    stop: () => ending.abort(),
  }
}

/** By the image’s number; money in ten-thousandths of a credit. */
interface Columns {
  readonly surely: Float64Array
  readonly maybe: Float64Array
  readonly known: Uint8Array
  readonly connections: Uint16Array
}

function columnsOf(length: number): Columns {
  return {
    surely: new Float64Array(length),
    maybe: new Float64Array(length),
    known: new Uint8Array(length),
    connections: new Uint16Array(length),
  }
}

function grown(columns: Columns, number: number): Columns {
  if (number < columns.known.length) return columns
  const larger = columnsOf(2 * number)
  larger.surely.set(columns.surely)
  larger.maybe.set(columns.maybe)
  larger.known.set(columns.known)
  larger.connections.set(columns.connections)
  return larger
}
