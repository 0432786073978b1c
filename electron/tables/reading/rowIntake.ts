import { AppFailure, appError } from '@shared/errors'
import type { TableLayout } from '@shared/model/table'
import type { TableReading } from '@shared/model/tableReading'
import { limits } from '../checks/limits'
import { createRowCheck } from '../checks/rowCheck'
import type { KeptTable } from '../staging/keptTable'
import { recheck } from '../staging/recheck'
import { createRowWriter } from '../staging/rowWriter'
import { createSeenKeys } from '../staging/seenKeys'
import type { StagingDatabase } from '../staging/stagingDatabase'
import { checkRules, saveState, type TableState } from '../staging/tableState'
import { markTakenKeys } from '../staging/takenKeys'
import { createReadTally } from '../staging/tally'
import { headerRoles } from './headerRoles'
import type { RowSink } from './rowSink'

/** Checks rows as they are read and writes them. */
export interface RowIntake extends RowSink {
  /** Sets the layout of the source, and how it is read, before its columns. */
  lay(layout: TableLayout, reading: TableReading): void
  /** Writes what was read so far, so that the table has it. */
  flush(): void
  /** Completes the table. */
  finish(problem: TableState['readProblem'], signal: AbortSignal): Promise<void>
}

export function createRowIntake(db: StagingDatabase, table: KeptTable, initial: TableState): RowIntake {
  let state = initial
  let rows = 0
  let check = createRowCheck(checkRules(state))
  /** Rows were checked before some columns appeared. */
  let isOutdated = false
  /** True if two rows may have the same key. */
  let hasSharedKeys = false
  const isSeen = createSeenKeys()
  const writer = createRowWriter(db)
  const tally = createReadTally()

  function flush(): void {
    writer.flush()
    table.grow(state, tally.take())
  }

  return {
    lay(layout, reading) {
      state = { ...state, layout, reading }
    },
    columns(names) {
      if (names.length > limits.columns) throw refused('tableTooManyColumns', limits.columns, rows + 1)
      isOutdated ||= rows > 0
      const columns = names.map((name) => name.slice(0, limits.wordCharacters))
      state = { ...state, columns, settings: { ...state.settings, roles: headerRoles(columns) } }
      check = createRowCheck(checkRules(state))
    },
    row(cells, line, fault) {
      if (rows === limits.rows) throw refused('tableTooManyRows', limits.rows, rows + 1)
      rows += 1
      const json = JSON.stringify(cells)
      const checked = check({ cells, json, fault })
      writer.add({ line, cells: json, fault }, checked)
      tally.add(checked)
      if (checked.key !== null && isSeen(checked.key)) hasSharedKeys = true
    },
    flush,
    async finish(problem, signal) {
      state = { ...state, readProblem: problem }
      flush()
      if (isOutdated) {
        await db.longTransaction(() => recheck(db, check, { signal, onProgress: () => {} }))
        table.recount()
      } else if (hasSharedKeys && markTakenKeys(db)) table.recount()
      saveState(db, state)
    },
  }
}

function refused(code: 'tableTooManyColumns' | 'tableTooManyRows', maximum: number, row: number): AppFailure {
  return new AppFailure(appError(code, { params: { maximum, row } }))
}
