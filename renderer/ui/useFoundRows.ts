import { useEffect, useEffectEvent, useState } from 'react'

/** How many rows are fetched at first, and each time more are needed. */
const step = 50

/** The first rows that match what is typed. */
interface FoundRows<Row> {
  readonly text: string
  readonly rows: readonly Row[]
  /** An answer has arrived: an empty list means that nothing matches. */
  readonly searched: boolean
  search(text: string): void
  more(): void
}

interface RowQuery {
  readonly text: string
  readonly offset: number
  readonly limit: number
}

interface Answer<Row> {
  /** The number of all matches. */
  readonly total: number
  readonly rows: readonly Row[]
}

/** Where rows come from. */
export interface RowSource<Row> {
  readonly read: (query: RowQuery) => Promise<Answer<Row>>
  /** Changes when rows may have changed. */
  readonly revision: number
  /** Runs a search, and tells why one failed. */
  readonly act: (work: () => Promise<void>) => Promise<unknown>
}

/** Searches while typing; existing rows stay until new ones arrive. A new revision is read again. */
export function useFoundRows<Row>(source: RowSource<Row>): FoundRows<Row> {
  const [query, setQuery] = useState<RowQuery>({ text: '', offset: 0, limit: step })
  const [answer, setAnswer] = useState<Answer<Row> | null>(null)
  const { revision } = source
  const read = useEffectEvent(source.read)
  const act = useEffectEvent(source.act)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is read again
  useEffect(() => {
    let stale = false
    void act(async () => {
      const came = await read(query)
      if (!stale) setAnswer(came)
    })
    return () => {
      stale = true
    }
  }, [query, revision])

  const rows = answer?.rows ?? []
  return {
    text: query.text,
    rows,
    searched: answer !== null,
    search: (text) => setQuery({ text, offset: 0, limit: step }),
    more() {
      if (answer !== null && rows.length === query.limit && rows.length < answer.total)
        setQuery({ ...query, limit: query.limit + step })
    },
  }
}
