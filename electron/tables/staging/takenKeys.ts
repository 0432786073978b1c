import type { StagingDatabase } from './stagingDatabase'

/** Marks every row whose key an earlier row has, and returns whether there is one. */
export function markTakenKeys(db: StagingDatabase): boolean {
  db.exec(`
    CREATE INDEX IF NOT EXISTS checks_key ON checks (key) WHERE key IS NOT NULL;
    UPDATE checks SET taken_by = NULL WHERE taken_by IS NOT NULL;
  `)
  const taken = db.run(`
    UPDATE checks SET taken_by = shared.first
    FROM (SELECT key, min(row) AS first FROM checks WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1) AS shared
    WHERE checks.key = shared.key AND checks.row > shared.first
  `)
  return taken > 0
}

/** The same for only the rows with this key. */
export function markTakenKey(db: StagingDatabase, key: string): void {
  db.run(
    `UPDATE checks SET taken_by = (SELECT nullif(min(row), checks.row) FROM checks AS same WHERE same.key = ?1)
     WHERE key = ?1`,
    [key],
  )
}
