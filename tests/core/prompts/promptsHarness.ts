import { createChanges } from '../../../electron/core/changes'
import { createConnectionRows } from '../../../electron/core/connections/connectionRows'
import { demoConnection } from '../../../electron/core/connections/demoService'
import type { Database } from '../../../electron/core/db/database'
import { createPrompts } from '../../../electron/core/prompts/createPrompts'
import type { Prompts, PromptUse } from '../../../electron/core/prompts/prompts'
import { realClock } from '../../support/fakeClock'
import { testDatabase } from '../../support/testDatabase'
import { testGuard } from '../../support/testGuard'

export interface PromptsBench {
  readonly db: Database
  readonly prompts: Prompts
  /** Announcements so far. */
  announced(): number
  /** Queued on the connection `one`, unless told otherwise. */
  record(prompt: string, use?: Partial<PromptUse>): void
  /** The history as it is listed, newest first. */
  openings(text?: string): readonly string[]
}

/** The prompts room on a real database, with the connections `one` and `two`. */
export function openPrompts(db: Database = databaseWithConnections()): PromptsBench {
  const guard = testGuard()
  const changes = createChanges(guard)
  const prompts = createPrompts({ db, changes, clock: realClock, guard })
  return {
    db,
    prompts,
    announced: () => changes.revision('prompts'),
    record: (prompt, use) =>
      prompts.record({
        connectionId: 'one',
        prompt,
        model: 'aurora-2',
        size: '',
        variables: {},
        ...use,
      }),
    openings: (text = '') =>
      prompts.history.search({ text, offset: 0, limit: 1000 }).rows.map(({ opening }) => opening),
  }
}

function databaseWithConnections(): Database {
  const db = testDatabase()
  const rows = createConnectionRows(db)
  for (const id of ['one', 'two']) rows.insert(demoConnection(id), 0)
  return db
}
