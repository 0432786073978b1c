import { createHash } from 'node:crypto'
import { AppFailure, appError } from '@shared/errors'
import type { SendableDraft } from '@shared/model/draft'
import { extraMembers } from '@shared/model/extraFields'
import type { TableSettings } from '@shared/model/table'
import type { PlannedRow, RowIdentity } from '@shared/processes/tables'
import type { CheckedRow, RowCheck } from '../checks/rowCheck'
import { isSkipped, isWrong } from './conditions'
import { type StoredRow, storedRows } from './shownRows'
import type { StagingDatabase } from './stagingDatabase'

export interface Planning {
  readonly settings: TableSettings
  readonly check: RowCheck
}

/** The identities of up to this many rows after a row number. A row with an error has no content. */
export function rowIdentities(
  db: StagingDatabase,
  { settings, check }: Planning,
  after: number,
  limit: number,
): RowIdentity[] {
  const defaults = JSON.stringify(settings.defaults)
  return storedRows(db, after, limit).map((row) => identity(row, check(row), defaults))
}

/**
 * The same with what is to be queued from each. Throws `tableRowsWrong` if a selected row has an error, unless
 * `onlyRight`.
 */
export function plannedRows(
  db: StagingDatabase,
  { settings, check }: Planning,
  after: number,
  limit: number,
  onlyRight: boolean,
): PlannedRow[] {
  const defaults = JSON.stringify(settings.defaults)
  const skipped = isSkipped(settings.again)
  const states = db.all<{ readonly queued: number; readonly refused: number }>(
    `SELECT selected AND NOT ${isWrong} AND NOT ${skipped} AS queued,
       selected AND ${isWrong} AND NOT ${skipped} AS refused
     FROM checks WHERE row > ? ORDER BY row LIMIT ?`,
    [after, limit],
  )
  if (!onlyRight && states.some(({ refused }) => refused === 1))
    throw new AppFailure(appError('tableRowsWrong'))
  return storedRows(db, after, limit).map((row, index) => {
    const checked = check(row)
    return {
      ...identity(row, checked, defaults),
      name: checked.name,
      cells: row.json,
      drafts: states[index]?.queued === 1 ? [...checked.drafts] : [],
    }
  })
}

function identity(row: StoredRow, { key, drafts }: CheckedRow, defaults: string): RowIdentity {
  return {
    row: row.row,
    key,
    content: drafts.length === 0 ? '' : digest(JSON.stringify(drafts.map(asked))),
    source: digest(`[${row.readJson},${defaults}]`),
  }
}

/** What a draft asks for: its extra fields as they are sent, whatever the order of their columns. */
function asked({ extra, ...draft }: SendableDraft): object {
  return extra === undefined ? draft : { ...draft, extra: extraMembers(extra).toSorted() }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
