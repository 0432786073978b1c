import { setImmediate as turn } from 'node:timers/promises'
import type { RowCheck } from '../checks/rowCheck'
import { checkValues } from './checkValues'
import { type StoredRow, storedRows } from './shownRows'
import type { StagingDatabase } from './stagingDatabase'
import { markTakenKeys } from './takenKeys'

/** How many rows to check before others get their turn. */
const rowsAtOnce = 500

export interface RecheckOptions {
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
}

/** Checks every row again, in one transaction. If aborted, it changes nothing and throws the reason. */
export async function recheck(
  db: StagingDatabase,
  check: RowCheck,
  { signal, onProgress }: RecheckOptions,
): Promise<void> {
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = storedRows(db, after, rowsAtOnce)
    if (rows.length === 0) break
    for (const row of rows) recheckRow(db, check, row)
    after += rows.length
    onProgress(after)
    await turn()
  }
  markTakenKeys(db)
}

/** Returns its current key. */
export function recheckRow(db: StagingDatabase, check: RowCheck, row: StoredRow): string | null {
  const checked = check(row)
  db.run(
    `UPDATE checks SET errors_json = ?, key = ?, model = ?, requests = ?, images = ?, left_out = ?
     WHERE row = ?`,
    [...checkValues(checked), row.row],
  )
  return checked.key
}
