export const chunkSize = 200

/** How many chunks are kept besides those on the screen. */
const keptChunks = 12

/**
 * The fetched rows of a long list, by list position. After a change all of them are stale at once,
 * but each is still shown until the chunk that replaces it has come.
 */
export interface ListRows<T> {
  readonly fresh: ReadonlyMap<number, readonly T[]>
  readonly stale: ReadonlyMap<number, T>
}

export const noRows: ListRows<never> = { fresh: new Map<number, never[]>(), stale: new Map<number, never>() }

export function rowAt<T>(rows: ListRows<T>, position: number): T | null {
  const chunk = rows.fresh.get(Math.floor(position / chunkSize))
  return chunk?.[position % chunkSize] ?? (chunk === undefined ? (rows.stale.get(position) ?? null) : null)
}

/** The fetched rows, each once, with their list positions. */
export function* entriesOf<T>(rows: ListRows<T>): Generator<readonly [number, T]> {
  for (const [chunk, list] of rows.fresh) {
    for (const [index, row] of list.entries()) yield [chunk * chunkSize + index, row]
  }
  for (const [position, row] of rows.stale) {
    if (!rows.fresh.has(Math.floor(position / chunkSize))) yield [position, row]
  }
}

/** The first fetched row that fits, and its list position; null if none does. */
export function findRow<T>(
  rows: ListRows<T>,
  fits: (row: T) => boolean,
): { readonly position: number; readonly row: T } | null {
  for (const [chunk, list] of rows.fresh) {
    const index = list.findIndex(fits)
    const row = list[index]
    if (row !== undefined) return { position: chunk * chunkSize + index, row }
  }
  for (const [position, row] of rows.stale) {
    if (fits(row) && !rows.fresh.has(Math.floor(position / chunkSize))) return { position, row }
  }
  return null
}

/** Puts a chunk in place; the oldest chunks that aren't on the screen make room for it. */
export function withChunk<T>(
  rows: ListRows<T>,
  chunk: number,
  list: readonly T[],
  wanted: readonly number[],
): ListRows<T> {
  const fresh = new Map(rows.fresh)
  fresh.delete(chunk)
  fresh.set(chunk, list)
  for (const old of fresh.keys()) {
    if (fresh.size <= keptChunks) break
    if (old !== chunk && !wanted.includes(old)) fresh.delete(old)
  }
  return { fresh, stale: rows.stale }
}

/** Marks all rows stale. */
export function asStale<T>(rows: ListRows<T>): ListRows<T> {
  const stale = new Map<number, T>()
  for (const [position, row] of entriesOf(rows)) {
    if (stale.size >= keptChunks * chunkSize) break
    stale.set(position, row)
  }
  return { fresh: new Map(), stale }
}

/** The rows within a list of this length: some can be newer than the count, or left from when the list was longer. */
export function rowsWithin<T>(rows: ListRows<T>, total: number): ListRows<T> {
  return {
    fresh: new Map(
      [...rows.fresh].map(([chunk, list]) => [chunk, list.slice(0, Math.max(0, total - chunk * chunkSize))]),
    ),
    stale: new Map([...rows.stale].filter(([position]) => position < total)),
  }
}

/** The rows, each replaced by what `change` returns; for an unchanged row that is the row itself. */
export function mapRows<T>(rows: ListRows<T>, change: (row: T) => T): ListRows<T> {
  return {
    fresh: new Map([...rows.fresh].map(([chunk, list]) => [chunk, list.map(change)])),
    stale: new Map([...rows.stale].map(([position, row]) => [position, change(row)])),
  }
}

/** Chunks that hold the positions from `from` to `to`; `to` is exclusive. */
export function chunksOf(from: number, to: number): readonly number[] {
  const first = Math.floor(from / chunkSize)
  const last = Math.floor((to - 1) / chunkSize)
  return to <= from ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
