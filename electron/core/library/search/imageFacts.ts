import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { highestNumber } from './highestNumber'

/** What hardly ever changes of an image and is searched or sorted by. */
export interface Fact {
  readonly model: string
  readonly connection: string
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/**
 * The facts of every image, deleted ones included, kept in memory: most images share theirs with others, so each
 * different one is kept once. Read in slices when they are first needed; later only those of new images.
 */
export interface ImageFacts {
  /** Resolves once everything committed has been read. */
  settle(signal: AbortSignal): Promise<void>
  /** A picture was changed outside: its row is read again. */
  changed(number: number): void
  /** False if an image has arrived since. */
  isSettled(): boolean
  /** The different ones; more may follow. */
  all(): readonly Fact[]
  /** Which of them an image has, by its number. */
  indexOf(number: number): number
}

/** Packed: reading many columns of many rows takes long. */
const read = `SELECT json_group_array(json_array(number, model, connection_name, width, height)) AS packed FROM (
  SELECT number, model, connection_name, width, height FROM images INDEXED BY images_facts
  WHERE number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows)`

type Packed = readonly (readonly [number, string, string, number, number])[]

export function createImageFacts(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): ImageFacts {
  const { db, clock } = deps
  const facts: Fact[] = []
  const known = new Map<string, number>()
  let indexes = new Uint32Array(1024)
  /** Images up to this number have been read. */
  let until = 0

  function keep([number, model, connection, width, height]: Packed[number]): void {
    const key = JSON.stringify([model, connection, width, height])
    let index = known.get(key)
    if (index === undefined) {
      index = facts.push({ model, connection, width, height }) - 1
      known.set(key, index)
    }
    if (number >= indexes.length) {
      const larger = new Uint32Array(2 * number)
      larger.set(indexes)
      indexes = larger
    }
    indexes[number] = index
  }

  return {
    settle: (signal) =>
      inSlices(
        (rows) => {
          if (until >= highestNumber(db)) return false
          const { packed = '[]' } = db.get<{ packed: string }>(read, { after: until, rows }) ?? {}
          const images: Packed = JSON.parse(packed)
          for (const image of images) keep(image)
          until = images.at(-1)?.[0] ?? until
          return images.length === rows
        },
        { clock, signal },
      ),
    changed(number) {
      if (number > until) return
      const row = db.get<Fact>(
        'SELECT model, connection_name AS connection, width, height FROM images WHERE number = :number',
        { number },
      )
      if (row !== undefined) keep([number, row.model, row.connection, row.width, row.height])
    },
    isSettled: () => until >= highestNumber(db),
    all: () => facts,
    indexOf: (number) => indexes[number] ?? 0,
  }
}
