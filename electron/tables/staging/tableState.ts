import { type AppError, appError, appErrorSchema } from '@shared/errors'
import { openTableSchema } from '@shared/model/table'
import { noReading, tableReadingSchema } from '@shared/model/tableReading'
import { z } from 'zod'
import type { CheckRules } from '../checks/rowCheck'
import type { StagingDatabase } from './stagingDatabase'

/** What is stored about a table besides its rows. */
const tableStateSchema = openTableSchema
  .pick({ id: true, name: true, layout: true, columns: true, settings: true, edited: true })
  .extend({
    // One that an earlier version read has none.
    reading: tableReadingSchema.default(noReading),
    planning: z.object({ fullBackground: z.boolean() }),
    /** Why reading ended before the end of the file. */
    readProblem: appErrorSchema.nullable(),
  })

export type TableState = z.infer<typeof tableStateSchema>

/** Null if the table wasn't read to its end. */
export function loadState(db: StagingDatabase): TableState | null {
  const found = db.get<{ state_json: string }>('SELECT state_json FROM state')
  return found === undefined ? null : tableStateSchema.parse(JSON.parse(found.state_json))
}

export function saveState(db: StagingDatabase, state: TableState): void {
  db.run('INSERT OR REPLACE INTO state (id, state_json) VALUES (1, ?)', [JSON.stringify(state)])
}

export function checkRules({ columns, settings, planning }: TableState): CheckRules {
  return { columns, settings, ...planning }
}

/** Why nothing of the table can be queued, or not everything in the file. */
export function problemOf({ readProblem, settings }: TableState, rows: number): AppError | null {
  if (readProblem !== null) return readProblem
  if (rows === 0) return appError('tableWithoutRows')
  return settings.roles.includes('prompt') ? null : appError('tableWithoutPrompt')
}
