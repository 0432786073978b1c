import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { highestNumber } from '../search/highestNumber'
import { stackOf } from './stackOf'

/** Which images are tries of one prompt, deleted ones included, kept in memory from the first use on. */
export interface ImageStacks {
  /** Resolves once everything committed has been read, in slices. */
  settle(signal: AbortSignal): Promise<void>
  /** False if an image has arrived since. */
  isSettled(): boolean
  /** The stack of an image, by its number: the same as long as this run lasts; 0 for one that stands alone. */
  of(number: number): number
  /** All stacks are below this. */
  end(): number
  /** Writes the stacks of rows that have none yet, in small transactions. */
  catchUp(signal: AbortSignal): Promise<void>
}

interface Row {
  readonly number: number
  readonly stack: number | null
  /** Null for a row that has its stack. */
  readonly asked: string | null
}

/** Rows of an older database: their prompts are read. */
const unknown = `SELECT number, asked_json AS asked FROM images INDEXED BY images_stack
  WHERE stack IS NULL AND number > CAST(:after AS INTEGER) ORDER BY number LIMIT :rows`
/** Packed: reading very many rows takes long. */
const known = `SELECT json_group_array(json_array(stack, number)) AS packed FROM (
  SELECT stack, number FROM images INDEXED BY images_stack
  WHERE (stack, number) > (CAST(:stack AS INTEGER), CAST(:after AS INTEGER)) ORDER BY stack, number LIMIT :rows)`

/** Prompts can be long. */
const unknownAtOnce = 256

export function createImageStacks(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): ImageStacks {
  const { db, clock } = deps
  /** By what the rows have. */
  const stacks = new Map<number, number>([[0, 0]])
  let byNumber = new Uint32Array(1024)
  /** Images up to this number have been read. */
  let until = 0
  let first: Promise<void> | null = null
  let isFirstRead = false

  function keep(number: number, key: number): void {
    const stack = stacks.get(key) ?? stacks.size
    stacks.set(key, stack)
    if (number >= byNumber.length) {
      const larger = new Uint32Array(2 * number)
      larger.set(byNumber)
      byNumber = larger
    }
    byNumber[number] = stack
  }

  /** Rows without a stack, after a number. */
  function unknownRows(after: number, rows: number): readonly { number: number; stack: number }[] {
    return db
      .all<{ number: number; asked: string }>(unknown, { after, rows })
      .map(({ number, asked }) => ({ number, stack: stackOf(promptOf(asked)) }))
  }

  /** A row that gets its stack meanwhile is among the known ones, which are read after the others. */
  async function readAll(signal: AbortSignal): Promise<void> {
    const begun = highestNumber(db)
    let after = 0
    await inSlices(
      (rows) => {
        const limit = Math.min(rows, unknownAtOnce)
        const some = unknownRows(after, limit)
        for (const { number, stack } of some) keep(number, stack)
        after = some.at(-1)?.number ?? after
        return some.length === limit
      },
      { clock, signal },
    )
    let last: readonly [number, number] = [0, 0]
    await inSlices(
      (rows) => {
        const { packed = '[]' } =
          db.get<{ packed: string }>(known, { stack: last[0], after: last[1], rows }) ?? {}
        const some: readonly (readonly [number, number])[] = JSON.parse(packed)
        for (const [stack, number] of some) keep(number, stack)
        last = some.at(-1) ?? last
        return some.length === rows
      },
      { clock, signal },
    )
    until = begun
    isFirstRead = true
  }

  const isSettled = (): boolean => isFirstRead && until >= highestNumber(db)

  return {
    async settle(signal) {
      first ??= readAll(signal).catch((problem: unknown) => {
        // The next one who asks begins again.
        first = null
        throw problem
      })
      await first
      await inSlices(
        (rows) => {
          if (isSettled()) return false
          const some = db.all<Row>(
            `SELECT number, stack, iif(stack IS NULL, asked_json, NULL) AS asked FROM images
             WHERE number > CAST(:until AS INTEGER) ORDER BY number LIMIT :rows`,
            { until, rows },
          )
          for (const { number, stack, asked } of some) keep(number, stack ?? stackOf(promptOf(asked ?? '{}')))
          until = some.at(-1)?.number ?? until
          return some.length === rows
        },
        { clock, signal },
      )
    },
    isSettled,
    of: (number) => byNumber[number] ?? 0,
    end: () => stacks.size,
    catchUp: (signal) =>
      inSlices(
        (rows) => {
          const limit = Math.min(rows, unknownAtOnce)
          const some = unknownRows(0, limit)
          db.transaction(() => {
            for (const row of some)
              db.run('UPDATE images SET stack = :stack WHERE number = CAST(:number AS INTEGER)', row)
          })
          return some.length === limit
        },
        { clock, signal },
      ),
  }
}

/** An image of an older database that was damaged may have lost it. */
function promptOf(asked: string): string {
  const { prompt }: { readonly prompt?: unknown } = JSON.parse(asked)
  return typeof prompt === 'string' ? prompt : ''
}
