/** One step of the schema, run once, in order, each in its own transaction. */
export interface Migration {
  /** 1, 2, 3, … without gaps; kept in `PRAGMA user_version`. */
  readonly version: number
  readonly name: string
  readonly sql: string
  /** The schema as it is after this step: a new database begins with it, which takes a tenth of the steps' time. */
  readonly whole?: string
}
