import type { KnownRow } from '@shared/model/table'
import type { RowIdentity } from '@shared/processes/tables'
import { createTurns } from '../turns'
import type { FoundRow, KnownLookup } from './knownLookup'
import type { OnRows } from './tableActivity'
import type { TableProcess } from './tableProcess'

/** Looked up in one go, which takes a few milliseconds. */
const rowsAtOnce = 500

/** Informs the table which of its rows are known. */
export interface KnownRows {
  /** Looks up every row, replacing a run that is under way. */
  refresh(connectionId: string, onRows: OnRows): Promise<void>
  /** Looks up one row, which was edited. */
  one(connectionId: string, row: number): Promise<KnownRow | null>
  /** Whether what the table was given may be out of date. */
  isStale(connectionId: string): boolean
  /** Ends a run that is under way. */
  stop(): void
}

export function createKnownRows(deps: {
  readonly ask: TableProcess['ask']
  readonly lookup: KnownLookup
  /** An earlier run may have marked some rows of the table. */
  readonly marked: boolean
}): KnownRows {
  const { ask, lookup } = deps
  /** The state of the lookup at the beginning of the last run that was completed. */
  let state: string | null = null
  let run = 0
  /** The table may have marked rows: only then must marks be cleared. */
  let { marked } = deps
  /** Some were found since the last run began. */
  let found = false
  /** A row must not change between being read and being marked. */
  const turns = createTurns()

  async function tell(connectionId: string, rows: readonly RowIdentity[]): Promise<readonly FoundRow[]> {
    const from = rows[0]?.row
    const to = rows.at(-1)?.row
    if (from === undefined || to === undefined) return []
    const known = lookup.find(connectionId, rows)
    found ||= known.length > 0
    marked ||= found
    if (marked) await ask('table', { kind: 'known', from, to, known: [...known] })
    return known
  }

  const read = async (after: number, limit: number) =>
    (await ask('identities', { kind: 'identities', after, limit })).rows

  /** Ends with the last row, which it returns; null if there are no more after it. */
  const tellWindow = (connectionId: string, after: number) =>
    turns.take(async () => {
      const rows = await read(after, rowsAtOnce)
      await tell(connectionId, rows)
      return rows.at(-1)?.row ?? null
    })

  return {
    async refresh(connectionId, onRows) {
      run += 1
      const own = run
      const begun = lookup.state(connectionId)
      found = false
      let after: number | null = marked || lookup.hasRows(connectionId) ? 0 : null
      while (after !== null) {
        after = await tellWindow(connectionId, after)
        if (own !== run) return
        if (after !== null) onRows(after)
      }
      marked = found
      state = begun
    },

    one: (connectionId, row) =>
      turns.take(async () => {
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
