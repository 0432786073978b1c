import type { AppError } from '@shared/errors'
import type { CheckedRow } from '../checks/rowCheck'
import { checkValues } from './checkValues'
import type { StagingDatabase } from './stagingDatabase'

export interface NewRow {
  readonly line: number | null
  /** The JSON of its cells. */
  readonly cells: string
  readonly fault: AppError | null
}

/** Rows in one statement, and in one transaction. */
const statementRows = 50
const transactionRows = 500
/** The most characters waiting to be written. */
const waitingMaximum = 1024 * 1024

/** Writes rows in order into tables that have none: SQLite numbers them from 1. */
export interface RowWriter {
  add(row: NewRow, checked: CheckedRow): void
  /** Writes what is waiting. */
  flush(): void
}

type Value = string | number | null

export function createRowWriter(db: StagingDatabase): RowWriter {
  const insertRows = insertion(db, 'rows (line, cells_json, fault_json)', 3)
  const insertChecks = insertion(db, 'checks (errors_json, key, model, requests, images, left_out)', 6)
  let rows: Value[] = []
  let checks: Value[] = []
  let characters = 0

  function flush(): void {
    db.transaction(() => {
      insertRows(rows)
      insertChecks(checks)
    })
    rows = []
    checks = []
    characters = 0
  }

  return {
    add({ line, cells, fault }, checked) {
      rows.push(line, cells, fault === null ? null : JSON.stringify(fault))
      checks.push(...checkValues(checked))
      characters += cells.length
      if (rows.length >= transactionRows * 3 || characters > waitingMaximum) flush()
    },
    flush,
  }
}

/** Many rows with one statement; the remaining ones, which are fewer, with one of their size. */
function insertion(db: StagingDatabase, into: string, width: number): (values: readonly Value[]) => void {
  const sql = (rows: number): string => {
    const places = `(${Array(width).fill('?').join(', ')})`
    return `INSERT INTO ${into} VALUES ${Array(rows).fill(places).join(', ')}`
  }
  const whole = sql(statementRows)
  return (values) => {
    for (let at = 0; at < values.length; at += statementRows * width) {
      const some = values.slice(at, at + statementRows * width)
      db.run(some.length === statementRows * width ? whole : sql(some.length / width), some)
    }
  }
}
