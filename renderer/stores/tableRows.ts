import type { RouteOutput } from '@shared/ipc/contract'
import type { OpenTable, TableRow, TableView } from '@shared/model/table'
import type { Client } from '../client/client'
import { asStale, chunkSize, type ListRows, mapRows, noRows, withChunk } from './listRows'
import { createRowLoader } from './rowLoader'
import { grown, isWhole, sameRows, wholeTable } from './tableView'

/** The open table, and the rows of its view that are here. */
export interface ShownTable {
  /** Null while no table is open. */
  readonly table: OpenTable | null
  readonly view: TableView
  /** The view that `rows` and `total` belong to; `view` is ahead of it until its first rows are here. */
  readonly shown: TableView
  /** How many rows the view has. */
  readonly total: number
  readonly rows: ListRows<TableRow>
}

export const noTable: ShownTable = {
  table: null,
  view: wholeTable,
  shown: wholeTable,
  total: 0,
  rows: noRows,
}

/** Fetches the rows of the view that are on the screen, and keeps them up to date with the table. */
export interface TableRows {
  /** The table as it is now, or that there is none. */
  take(table: OpenTable | null): void
  show(patch: Partial<TableView>): void
  /** Sets which positions of the view are on the screen; `to` is exclusive. */
  need(from: number, to: number): void
  /** Changes fetched rows, by their numbers in the table. */
  patch(which: readonly number[], change: (row: TableRow) => TableRow): void
  /** Reads the rows again: what was shown ahead of an answer turned out wrong, or affects other rows too. */
  reread(): void
}

export function createTableRows(deps: {
  readonly client: Client
  readonly get: () => ShownTable
  readonly set: (patch: Partial<ShownTable>) => void
  readonly fail: (thrown: unknown) => void
}): TableRows {
  const { client, get, set, fail } = deps

  const loader = createRowLoader<RouteOutput<'tables.rows'>>({
    has: (chunk) => {
      const { table, rows, view, shown, total } = get()
      if (table === null) return true
      return view === shown && (rows.fresh.has(chunk) || (total > 0 && chunk * chunkSize >= total))
    },
    fetch: (window) => client.call('tables.rows', { view: get().view, ...window }),
    put: (chunk, page) => {
      const { rows, view, shown } = get()
      const before = view === shown ? rows : noRows
      set({ rows: withChunk(before, chunk, page.rows, loader.wanted()), total: page.total, shown: view })
      return true
    },
    fail,
  })

  return {
    take(after) {
      const { table: before, view, shown, rows, total } = get()
      if (after === null) set(noTable)
      else if (before?.id !== after.id) {
        set({ ...noTable, table: after, total: after.counts.rows })
        loader.restart()
      } else if (sameRows(before, after)) set({ table: after })
      else {
        const onlyGrown = before.stage === 'reading' && after.stage === 'reading' && isWhole(view)
        set({
          table: after,
          rows: onlyGrown ? grown(rows) : asStale(rows),
          total: isWhole(shown) ? after.counts.rows : total,
        })
        if (onlyGrown) loader.resume()
        else loader.restart()
      }
    },
    show(patch) {
      set({ view: { ...get().view, ...patch } })
      loader.restart()
    },
    need: loader.need,
    patch(which, change) {
      const meant = new Set(which)
      set({ rows: mapRows(get().rows, (each) => (meant.has(each.row) ? change(each) : each)) })
    },
    reread() {
      set({ rows: asStale(get().rows) })
      loader.restart()
    },
  }
}
