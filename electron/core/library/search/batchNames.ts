import type { Database } from '../../db/database'

/** The names of batches, which can change: nothing found is kept longer than they last. */
export interface BatchNames {
  /** Ids of the batches that have this in their name. */
  having(text: string): readonly string[]
  /** Changes when a batch is renamed. */
  version(): number
}

/** Counts renames, of this run alone; what a transaction rolled back doesn’t count. */
const watch = [
  'CREATE TEMP TABLE IF NOT EXISTS batch_renames (count INTEGER NOT NULL)',
  'DELETE FROM temp.batch_renames',
  'INSERT INTO temp.batch_renames VALUES (0)',
  `CREATE TEMP TRIGGER IF NOT EXISTS batch_renamed AFTER UPDATE OF name ON main.batches BEGIN
    UPDATE batch_renames SET count = count + 1; END`,
]

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export function createBatchNames({ db }: { readonly db: Database }): BatchNames {
  for (const statement of watch) db.run(statement)
  return {
    // SQLite knows upper and lower case of ASCII letters only.
    having: (text) =>
      db
        .all<{ id: string }>(
          `SELECT id FROM batches WHERE name LIKE :typed ESCAPE '\\' OR name LIKE :lower ESCAPE '\\'
             OR name LIKE :upper ESCAPE '\\'`,
          { typed: like(text), lower: like(text.toLowerCase()), upper: like(text.toUpperCase()) },
        )
        .map(({ id }) => id),
    version: () => db.get<{ count: number }>('SELECT count FROM temp.batch_renames')?.count ?? 0,
  }
}
