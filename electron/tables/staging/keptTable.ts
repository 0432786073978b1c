import { AppFailure, appError } from '@shared/errors'
import { carriesOptions } from '@shared/model/draft'
import type {
  FoundCell,
  KnownRow,
  OpenTable,
  TablePlace,
  TableRow,
  TableSettings,
  TableStep,
  TableView,
} from '@shared/model/table'
import type { PlannedRow, RowIdentity, TableSource } from '@shared/processes/tables'
import { limits } from '../checks/limits'
import { modeOf } from '../checks/modeWords'
import { createRowCheck } from '../checks/rowCheck'
import { createCounting } from './counting'
import { createHistory, type HistoryStep, sameSettings } from './history'
import { createPace } from './pace'
import { plannedRows, rowIdentities } from './plannedRows'
import { recheck } from './recheck'
import { editedContent, type RowContent, rowContent, wholeCell, writeRow } from './rowEdit'
import { type ShownAs, shownRows } from './shownRows'
import { keptSource } from './source'
import type { StagingDatabase } from './stagingDatabase'
import { checkRules, problemOf, saveState, type TableState } from './tableState'
import { createTableViews, wrongCellAfter } from './tableViews'
import type { Tally } from './tally'

/** The activity shown for the table. */
export type Activity = Pick<OpenTable, 'stage' | 'progress'>
type Numbered<T> = T & { readonly row: number }

/** A table in its file. Calls that need a missing row or column throw AppFailure `rowMissing`. */
export interface KeptTable {
  /** As it is now; without an activity it is ready. */
  shown(activity?: Activity): OpenTable
  /** More rows were read, and perhaps more is known about the table. */
  grow(state: TableState, read: Tally): void
  /** Any row may have changed. */
  recount(): void
  rows(view: TableView, offset: number, limit: number): { total: number; rows: TableRow[] }
  cell(row: number, column: number): string
  edit(row: number, column: number, value: string): TableRow
  /** The user said that the encoding is right. */
  confirmEncoding(): void
  /** Null if it isn't known any more. */
  source(): TableSource | null
  /** See `wrongCellAfter`. */
  nextWrong(view: TableView, after: TablePlace): FoundCell | null
  /**
   * Undoes or redoes the last step; null if there is none. A step of settings isn't done here, but only returned with
   * the settings to change to: call `change` with them and the same `redo`.
   */
  undo(
    redo: boolean,
    view: TableView,
  ): { readonly step: TableStep; readonly settings: TableSettings | null } | null
  select(which: { readonly rows: readonly number[] } | { readonly view: TableView }, selected: boolean): void
  /** Replaces what was known about a range of rows. */
  setKnown(from: number, to: number, known: readonly Numbered<KnownRow>[]): void
  identities(after: number, limit: number): RowIdentity[]
  plan(after: number, limit: number, onlyRight: boolean): PlannedRow[]
  /**
   * Checks every row again. If aborted, it changes nothing and throws the reason. `redo`: see `undo`; null for a new
   * step.
   */
  change(
    settings: TableSettings,
    planning: TableState['planning'],
    options: {
      readonly redo: boolean | null
      readonly signal: AbortSignal
      readonly onProgress: (table: OpenTable) => void
    },
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
  const history = createHistory()

  function become(next: TableState): void {
    state = next
    check = createRowCheck(checkRules(state))
  }

  function recount(): void {
    counting.forget()
    views.forget()
  }

  function shownAs(): ShownAs {
    const { roles, defaults } = state.settings
    const { planning } = state
    const keyColumn = roles.indexOf('key')
    const modeColumn = roles.indexOf('mode')
    return {
      columns: state.columns.length,
      keyColumn: keyColumn < 0 ? null : keyColumn,
      carriesOptions: (texts) => carriesOptions(modeOf(texts[modeColumn] ?? '') ?? defaults.mode, planning),
    }
  }

  function shownRow(row: number): TableRow {
    const [found] = shownRows(db, [row], shownAs())
    if (found === undefined) throw new AppFailure(appError('rowMissing'))
    return found
  }

  function shown(activity: Activity = { stage: 'ready', progress: { done: rows, total: rows } }): OpenTable {
    const { id, name, layout, reading, columns, settings, edited } = state
    const problem = activity.stage === 'reading' ? null : problemOf(state, rows)
    const told = { ...activity, ...counting.now(), problem, history: history.shown() }
    return { id, name, layout, reading, columns, settings, edited, ...told }
  }

  function write(row: number, content: RowContent, edited: boolean): void {
    counting.during(row, row, () =>
      db.transaction(() => {
        if (state.edited !== edited) become({ ...state, edited })
        saveState(db, state)
        return writeRow(db, check, row, content) ? 'others' : 'these'
      }),
    )
    views.forget()
  }

  /** The rows whose state differs from the requested one. */
  function unlike(rows: readonly number[], selected: boolean): readonly number[] {
    const sql = `SELECT row FROM checks
      WHERE selected = ? AND row IN (SELECT value FROM json_each(?)) ORDER BY row`
    return db.all<{ row: number }>(sql, [selected ? 0 : 1, JSON.stringify(rows)]).map(({ row }) => row)
  }

  function setSelected(rows: readonly number[], selected: boolean): void {
    counting.during(rows[0] ?? 0, rows.at(-1) ?? 0, () => {
      const sql = 'UPDATE checks SET selected = ? WHERE row IN (SELECT value FROM json_each(?))'
      db.run(sql, [selected ? 1 : 0, JSON.stringify(rows)])
      return 'these'
    })
  }

  function takeBack(step: Exclude<HistoryStep, { readonly kind: 'settings' }>, redo: boolean): void {
    if (step.kind === 'selection') setSelected(step.rows, redo ? step.selected : !step.selected)
    else write(step.row, redo ? step.after : step.before, redo || step.wasEdited)
    history.moved(redo)
  }

  /** Not a new step if it undoes or redoes one, or if the settings stay the same and only the connection changed. */
  function remember(before: TableSettings, after: TableSettings, redo: boolean | null): void {
    const step = redo === null ? null : history.next(redo)
    const target = step?.kind !== 'settings' ? null : redo ? step.after : step.before
    if (redo !== null && target !== null && sameSettings(target, after)) history.moved(redo)
    else if (!sameSettings(before, after)) history.add({ kind: 'settings', before, after })
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
      const before = rowContent(db, row)
      const after = editedContent(db, state, { row, column, value })
      const wasEdited = state.edited
      write(row, after, true)
      history.add({ kind: 'cell', row, column, before, after, wasEdited })
      return shownRow(row)
    },
    confirmEncoding() {
      become({ ...state, reading: { ...state.reading, unsure: false } })
      saveState(db, state)
    },
    source: () => keptSource(db),
    nextWrong: (view, after) => wrongCellAfter(views, shownRow, view, after),
    undo(redo, view) {
      const step = history.next(redo)
      if (step === null) return null
      if (step.kind === 'settings')
        return { step: { kind: 'settings' }, settings: redo ? step.after : step.before }
      takeBack(step, redo)
      if (step.kind === 'selection') return { step: { kind: 'selection' }, settings: null }
      const { kind, row, column } = step
      return { step: { kind, row, column, position: views.position(view, row) }, settings: null }
    },
    select(which, selected) {
      const rows = 'view' in which ? views.rowsThatAre(!selected, which.view) : unlike(which.rows, selected)
      if (rows.length === 0) return
      setSelected(rows, selected)
      history.add({ kind: 'selection', rows, selected })
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
    async change(settings, planning, { redo, signal, onProgress }) {
      const before = state.settings
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
        remember(before, settings, redo)
      } finally {
        recount()
      }
    },
    close: () => db.close(),
  }
}
