import type { KnownRow } from '@shared/model/table'
import type { RowIdentity } from '@shared/processes/tables'
import type { FoundRow, KnownLookup } from './knownLookup'
import type { TableProcess } from './tableProcess'

/** Looked up in one go: some milliseconds. */
const rowsAtOnce = 500

/** Tells the table which of its rows are known. */
export interface KnownRows {
  /** Looks up every row, in the place of a run that is under way. */
  refresh(connectionId: string, onProgress: (done: number) => void): Promise<void>
  /** Looks up one row, which was edited. */
  one(connectionId: string, row: number): Promise<KnownRow | null>
  /** Whether what was looked up last may no longer be so. */
  isStale(connectionId: string): boolean
  /** Ends a run that is under way. */
  stop(): void
}

export function createKnownRows(deps: {
  readonly process: Pick<TableProcess, 'ask'>
  readonly lookup: KnownLookup
  /** The table may have been told of some in an earlier run. */
  readonly marked: boolean
}): KnownRows {
  const { process, lookup } = deps
  let state: string | null = null
  let run = 0
  /** The table may have been told of some: only then is it told of none. */
  let { marked } = deps
  let last: Promise<unknown> = Promise.resolve()

  /** One after another: what was read of a row must still be so when the answer is told. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work)
    last = turn
    return turn
  }

  async function tell(connectionId: string, rows: readonly RowIdentity[]): Promise<readonly FoundRow[]> {
    const from = rows[0]?.row
    const to = rows.at(-1)?.row
    if (from === undefined || to === undefined) return []
    const known = lookup.find(connectionId, rows)
    marked ||= known.length > 0
    if (marked) await process.ask('table', { kind: 'known', from, to, known: [...known] })
    return known
  }

  const read = async (after: number, limit: number) =>
    (await process.ask('identities', { kind: 'identities', after, limit })).rows

  return {
    async refresh(connectionId, onProgress) {
      run += 1
      const own = run
      state = lookup.state(connectionId)
      if (!marked && !lookup.hasRows(connectionId)) return
      let found = false
      for (let after: number | null = 0; after !== null && own === run; ) {
        const from: number = after
        after = await inTurn(async () => {
          const rows = await read(from, rowsAtOnce)
          if ((await tell(connectionId, rows)).length > 0) found = true
          return rows.at(-1)?.row ?? null
        })
        if (after !== null) onProgress(after)
      }
      if (own === run) marked = found
    },

    one: (connectionId, row) =>
      inTurn(async () => {
        const [known] = await tell(connectionId, await read(row - 1, 1))
        if (known === undefined) return null
        const { row: _, ...rest } = known
        return rest
      }),

    isStale: (connectionId) => lookup.state(connectionId) !== state,

    stop() {
      run += 1
    },
  }
}
