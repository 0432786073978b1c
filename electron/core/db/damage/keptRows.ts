import type { Database } from '../database'

/** The rows that were damaged, as they were. */
export interface KeptRows {
  /** Those the user hasn't been shown. */
  untold(): number
  /** Marks that the user has been shown all of them. */
  told(now: number): void
  /** All of them as one JSON array, in pieces of text. */
  text(): Generator<string>
}

interface Row {
  readonly number: number
  readonly table_name: string
  readonly row_json: string
  readonly found_at: number
}

export function createKeptRows(db: Database): KeptRows {
  return {
    untold: () =>
      db.get<{ count: number }>('SELECT count(*) AS count FROM damaged_rows WHERE told_at IS NULL')?.count ??
      0,
    told(now) {
      db.run('UPDATE damaged_rows SET told_at = :now WHERE told_at IS NULL', { now })
    },
    *text() {
      let after = 0
      let before = '['
      for (;;) {
        const row = db.get<Row>(
          'SELECT number, table_name, row_json, found_at FROM damaged_rows WHERE number > :after ORDER BY number LIMIT 1',
          { after },
        )
        if (row === undefined) break
        after = row.number
        const { table_name: table, found_at } = row
        yield `${before}\n${JSON.stringify({ table, found: new Date(found_at).toISOString(), row: JSON.parse(row.row_json) })}`
        before = ','
      }
      yield before === '[' ? '[]\n' : '\n]\n'
    },
  }
}
