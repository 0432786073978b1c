import type { TableSource } from '@shared/processes/tables'
import type { StagingDatabase } from './stagingDatabase'

/** Keeps where a table came from, so that it can be read again in another way. */
export function keepSource(db: StagingDatabase, source: TableSource): void {
  const [path, text] = 'path' in source ? [source.path, null] : [null, source.text]
  db.run('INSERT INTO source (id, path, text) VALUES (1, ?, ?)', [path, text])
}

/** Null for a table that was read before sources were kept. */
export function keptSource(db: StagingDatabase): TableSource | null {
  const isKept = db.get("SELECT 1 FROM sqlite_schema WHERE name = 'source'") !== undefined
  if (!isKept) return null
  const found = db.get<{ path: string | null; text: string | null }>('SELECT path, text FROM source')
  if (found === undefined) return null
  return found.path === null ? { text: found.text ?? '' } : { path: found.path }
}
