import type { AppError } from '@shared/errors'
import type { CheckedRow } from '../checks/rowCheck'
import { checkValues } from './checkValues'
import type { StagingDatabase } from './stagingDatabase'

export interface NewRow {
  readonly row: number
  readonly line: number | null
  /** The JSON of its cells. */
  readonly cells: string
  readonly fault: AppError | null
}

/** Rows in one statement, and in one transaction. */
const statementRows = 20
const transactionRows = 500
/** Characters that wait to be written, at most. */
const waitingMaximum = 1024 * 1024

export interface RowWriter {
  add(row: NewRow, checked: CheckedRow): void
  /** Writes what waits. */
  flush(): void
}

export function createRowWriter(db: StagingDatabase): RowWriter {
  let rows: (string | number | null)[] = []
  let checks: (string | number | null)[] = []
  let characters = 0

  function flush(): void {
    db.transaction(() => {
      insert(db, 'INSERT INTO rows (row, line, cells_json, fault_json) VALUES', 4, rows)
      insert(db, 'INSERT INTO checks (row, errors_json, key, model, requests, images) VALUES', 6, checks)
    })
    rows = []
    checks = []
    characters = 0
  }

  return {
    add({ row, line, cells, fault }, checked) {
      rows.push(row, line, cells, fault === null ? null : JSON.stringify(fault))
      checks.push(row, ...checkValues(checked))
      characters += cells.length
      if (rows.length >= transactionRows * 4 || characters > waitingMaximum) flush()
    },
    flush,
  }
}

/** As many rows a statement as there are, up to so many: a statement for every number of them is prepared once. */
function insert(
  db: StagingDatabase,
  sql: string,
  width: number,
  values: readonly (string | number | null)[],
): void {
  const places = `(${Array(width).fill('?').join(', ')})`
  for (let at = 0; at < values.length; at += statementRows * width) {
    const some = values.slice(at, at + statementRows * width)
    db.run(
      `${sql} ${Array(some.length / width)
        .fill(places)
        .join(', ')}`,
      some,
    )
  }
}
