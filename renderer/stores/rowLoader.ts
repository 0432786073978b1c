import { chunkSize, chunksOf } from './listRows'

/** Chunk requests open at once: while the user scrolls past, only what is wanted now is fetched. */
const openChunks = 2

export interface RowLoader {
  /** Sets which positions are on the screen, `to` exclusive, and one other whose row is kept. */
  need(from: number, to: number, other?: number): void
  /** Rows on the screen were dropped: they are fetched again. */
  resume(): void
  /** The list changed: answers under way are dropped too. */
  restart(): void
  /** Chunks that are on the screen. */
  wanted(): readonly number[]
}

/** Fetches the chunks of a long list that are on the screen, few at a time. */
export function createRowLoader<T>(options: {
  /** Whether a chunk need not be fetched: it has been, or there is no list. */
  readonly has: (chunk: number) => boolean
  readonly fetch: (window: { readonly offset: number; readonly limit: number }) => Promise<T>
  /** False if it can't be used: it is fetched again after `restart`, or when it is needed again. */
  readonly put: (chunk: number, page: T) => boolean
  readonly fail: (thrown: unknown) => void
}): RowLoader {
  const { has, fetch, put, fail } = options
  let wanted: readonly number[] = [0]
  let round = new Set<number>()

  function load(): void {
    for (const chunk of wanted) {
      if (round.size >= openChunks) return
      if (!has(chunk) && !round.has(chunk)) void fetchChunk(chunk, round)
    }
  }

  async function fetchChunk(chunk: number, mine: Set<number>): Promise<void> {
    mine.add(chunk)
    try {
      const page = await fetch({ offset: chunk * chunkSize, limit: chunkSize })
      mine.delete(chunk)
      if (mine !== round) return
      if (put(chunk, page)) load()
    } catch (thrown) {
      mine.delete(chunk)
      fail(thrown)
    }
  }

  return {
    need(from, to, other) {
      const chunks = [...chunksOf(from, to), ...(other === undefined ? [] : chunksOf(other, other + 1))]
      wanted = [...new Set(chunks)]
      load()
    },
    resume: load,
    restart() {
      round = new Set()
      load()
    },
    wanted: () => wanted,
  }
}
