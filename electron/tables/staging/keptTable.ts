import { AppFailure, appError } from '@shared/errors'
import type { KnownRow, OpenTable, TableRow, TableSettings, TableView } from '@shared/model/table'
import type { PlannedRow, RowIdentity } from '@shared/processes/tables'
import { createRowCheck } from '../checks/rowCheck'
import { limits } from '../limits'
import { createPace } from '../pace'
import { createCounting } from './counting'
import { plannedRows, rowIdentities } from './plannedRows'
import { recheck } from './recheck'
import { editRow, wholeCell } from './rowEdit'
import { shownRows } from './shownRows'
import type { StagingDatabase } from './stagingDatabase'
import { checkRules, problemOf, saveState, type TableState } from './tableState'
import { createTableViews } from './tableViews'
import type { Tally } from './tally'

/** What the table is shown to be doing. */
export type Activity = Pick<OpenTable, 'stage' | 'progress'>
type Numbered<T> = T & { readonly row: number }

/** A table in its file. What needs a row or a column that is not there throws AppFailure `rowMissing`. */
export interface KeptTable {
  /** As it is now; ready without an activity. */
  shown(activity?: Activity): OpenTable
  /** More rows were read, and perhaps more is known of the table. */
  grow(state: TableState, read: Tally): void
  /** Any row may have changed. */
  recount(): void
  rows(view: TableView, offset: number, limit: number): { total: number; rows: TableRow[] }
  cell(row: number, column: number): string
  edit(row: number, column: number, value: string): TableRow
  select(which: { readonly rows: readonly number[] } | { readonly view: TableView }, selected: boolean): void
  /** Replaces what was said about a range of rows. */
  setKnown(from: number, to: number, known: readonly Numbered<KnownRow>[]): void
  identities(after: number, limit: number): RowIdentity[]
  plan(after: number, limit: number, onlyRight: boolean): PlannedRow[]
  /** Checks every row again. If aborted, it changes nothing and throws the reason. */
  change(
    settings: TableSettings,
    planning: TableState['planning'],
    options: { readonly signal: AbortSignal; readonly onProgress: (table: OpenTable) => void },
  ): Promise<void>
  close(): void
}

export function createKeptTable(db: StagingDatabase, initial: TableState): KeptTable {
  let state = initial
  let rows = db.get<{ rows: number }>('SELECT count(*) AS rows FROM rows')?.rows ?? 0
  let check = createRowCheck(checkRules(state))
  const now = () => ({ rows, again: state.settings.again })
  const counting = createCounting(db, now)
  const views = createTableViews(db, now)

  function become(next: TableState): void {
    state = next
    check = createRowCheck(checkRules(state))
  }

  function recount(): void {
    counting.forget()
    views.forget()
  }

  function shownAs() {
    const keyColumn = state.settings.roles.indexOf('key')
    return { columns: state.columns.length, keyColumn: keyColumn < 0 ? null : keyColumn }
  }

  function shownRow(row: number): TableRow {
    const [found] = shownRows(db, [row], shownAs())
    if (found === undefined) throw new AppFailure(appError('rowMissing'))
    return found
  }

  function shown(activity: Activity = { stage: 'ready', progress: { done: rows, total: rows } }): OpenTable {
    const { id, name, layout, columns, settings, edited } = state
    const problem = activity.stage === 'reading' ? null : problemOf(state, rows)
    return { id, name, layout, columns, settings, edited, ...activity, ...counting.now(), problem }
  }

  return {
    shown,
    grow(next, read) {
      if (next !== state) become(next)
      rows += read.counts.rows
      counting.add(read)
      views.forget()
    },
    recount,
    rows(view, offset, limit) {
      const window = views.window(view, offset, limit)
      return { total: window.total, rows: shownRows(db, window.rows, shownAs()) }
    },
    cell: (row, column) => wholeCell(db, row, column),
    edit(row, column, value) {
      if (column >= state.columns.length) throw new AppFailure(appError('rowMissing'))
      counting.during(row, row, () =>
        db.transaction(() => {
          if (!state.edited) become({ ...state, edited: true })
          saveState(db, state)
          return editRow(db, state, check, { row, column, value }) ? 'others' : 'these'
        }),
      )
      views.forget()
      return shownRow(row)
    },
    select(which, selected) {
      if ('view' in which) {
        views.setSelected(which.view, selected)
        return counting.forget()
      }
      const sorted = which.rows.toSorted((a, b) => a - b)
      counting.during(sorted[0] ?? 0, sorted.at(-1) ?? 0, () => {
        const sql = 'UPDATE checks SET selected = ? WHERE row IN (SELECT value FROM json_each(?))'
        db.run(sql, [selected ? 1 : 0, JSON.stringify(sorted)])
        return 'these'
      })
    },
    setKnown(from, to, known) {
      counting.during(from, to, () =>
        db.transaction(() => {
          db.run('UPDATE checks SET known_json = NULL WHERE row BETWEEN ? AND ?', [from, to])
          for (const { row, ...one } of known)
            db.run('UPDATE checks SET known_json = ? WHERE row = ?', [JSON.stringify(one), row])
          return 'these'
        }),
      )
      views.forget()
    },
    identities: (after, limit) => rowIdentities(db, { settings: state.settings, check }, after, limit),
    plan: (after, limit, onlyRight) =>
      plannedRows(db, { settings: state.settings, check }, after, limit, onlyRight),
    async change(settings, planning, { signal, onProgress }) {
      const next = { ...state, settings, planning }
      const isTime = createPace(limits.progressMs)
      try {
        await db.longTransaction(async () => {
          await recheck(db, createRowCheck(checkRules(next)), {
            signal,
            onProgress(done) {
              if (isTime()) onProgress(shown({ stage: 'checking', progress: { done, total: rows } }))
            },
          })
          saveState(db, next)
        })
        become(next)
      } finally {
        recount()
      }
    },
    close: () => db.close(),
  }
}
