/**
 * A value our tables hold. No booleans: the driver ends the process on one. No bytes: they live in files.
 * Text is cut at a NUL character, unless it is inside JSON.
 */
export type SqlValue = string | number | null
export type SqlParams = Readonly<Record<string, SqlValue>>

/**
 * The one open database of a profile. Statements are prepared once and kept.
 * All calls are synchronous; a transaction commits durably (WAL, synchronous FULL) before it returns.
 */
export interface Database {
  /**
   * Returns the number of changed rows. Named parameters are written `:name` in the SQL; use `get` and `all` for
   * RETURNING.
   */
  run(sql: string, params?: SqlParams): number
  get<Row>(sql: string, params?: SqlParams): Row | undefined
  all<Row>(sql: string, params?: SqlParams): Row[]
  /**
   * Runs `body` in one IMMEDIATE transaction; a nested call joins the outer one. Throws what `body` throws, after
   * rolling back. `isRemade`: what it writes would be made anew if a power cut took it, so its commit doesn't wait for
   * the disk; a later commit makes it durable, too.
   */
  transaction<T>(body: () => T, options?: { readonly isRemade: boolean }): T
  /**
   * Grows with each statement that may write and each rollback: while it stays, what was read holds. Only this run's
   * numbers can be compared.
   */
  version(): number
  /** Folds the log into the main file and releases the lock. Safe to call twice. */
  close(): void
}
