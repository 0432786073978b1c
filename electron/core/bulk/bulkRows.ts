import type { Database } from '../db/database'
import type { UnfinishedCommand } from './bulk'

/** A command as it is stored. */
export interface BulkRow extends UnfinishedCommand {
  /** In the order in which they were given. */
  readonly number: number
}

/** What is left of each command, durable at any moment. Every change joins the current transaction. */
export interface BulkRows {
  /** Oldest first. */
  read(): readonly BulkRow[]
  /** Returns its number. */
  insert(command: UnfinishedCommand): number
  /** `more`: how many rows it changed since. */
  write(number: number, params: unknown, more: number): void
  remove(number: number): void
}

export function createBulkRows(db: Database): BulkRows {
  return {
    read: () =>
      db
        .all<Omit<BulkRow, 'params'> & { readonly params: string }>(
          `SELECT number, kind, params_json AS params, subject, done, total, begun_at AS begunAt
           FROM bulk_commands ORDER BY number`,
        )
        .map((row) => ({ ...row, params: JSON.parse(row.params) })),

    insert(command) {
      const row = { ...command, params: JSON.stringify(command.params) }
      return (
        db.get<{ number: number }>(
          `INSERT INTO bulk_commands (kind, params_json, subject, done, total, begun_at)
           VALUES (:kind, :params, :subject, :done, :total, :begunAt) RETURNING number`,
          { ...row },
        )?.number ?? 0
      )
    },

    write(number, params, more) {
      db.run('UPDATE bulk_commands SET params_json = :params, done = done + :more WHERE number = :number', {
        number,
        more,
        params: JSON.stringify(params),
      })
    },

    remove(number) {
      db.run('DELETE FROM bulk_commands WHERE number = :number', { number })
    },
  }
}
