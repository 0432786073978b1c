/** A value SQLite stores; bytes come back as Buffer. */
export type SqlValue = string | number | bigint | Uint8Array | null
export type SqlParams = Readonly<Record<string, SqlValue>>

/**
 * The one open database of a profile. Statements are prepared once and kept.
 * All calls are synchronous; a transaction commits durably (WAL, synchronous FULL) before it returns.
 */
export interface Database {
  /** Changed rows. Named parameters are written `:name` in the SQL. */
  run(sql: string, params?: SqlParams): number
  get<Row>(sql: string, params?: SqlParams): Row | undefined
  all<Row>(sql: string, params?: SqlParams): Row[]
  /** Runs `body` in one IMMEDIATE transaction; a nested call joins the outer one. Throws what `body` throws, after rolling back. */
  transaction<T>(body: () => T): T
  close(): void
}
