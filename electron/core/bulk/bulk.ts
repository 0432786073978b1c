import type { z } from 'zod'

/** A part of a command. */
export interface BulkPart<P> {
  /** How many rows it changed. */
  readonly done: number
  /** What is left, as the parameters of the next part; null once nothing is. */
  readonly next: P | null
  /** Called after its commit. */
  readonly committed?: () => void
}

/** How commands of one kind are carried out. */
export interface BulkWork<P> {
  /** Names it in the database: never changed once released. */
  readonly kind: string
  /** Plain JSON, and small: conditions or bits and a cursor, never all the ids. */
  readonly params: z.ZodType<P>
  /**
   * Does the next part, about `rows` rows, joined to a transaction that also notes what is left. So each row is handled
   * exactly once, whenever the app ends.
   */
  step(params: P, rows: number): BulkPart<P>
  /** What was given before it of these kinds is finished first; of an earlier run, once that goes on. */
  readonly after?: readonly string[]
  /** Asked before each later part: false for a command that the user must give again. Default: it goes on. */
  mayGoOn?(command: UnfinishedCommand): boolean
  /** Whether what is left may queue requests, or bring them back. Default: it never does. */
  mayQueue?(params: P): boolean
}

export interface BulkOrder<P> {
  readonly params: P
  /** How many rows it is about, for its progress. */
  readonly total: number
  /** Commands with the same subject wait for each other; null: it waits for none. */
  readonly subject: string | null
}

/** A command that isn't finished. */
export interface UnfinishedCommand {
  readonly kind: string
  /** What is left. */
  readonly params: unknown
  readonly subject: string | null
  readonly done: number
  readonly total: number
  /** Milliseconds since the epoch. */
  readonly begunAt: number
}

/** Changes what is left of each unfinished command of a kind; null ends it. */
export type Amend = (kind: string, change: (params: unknown) => unknown) => void

/**
 * Gives a command. Before it returns, the command is durable: either all of it is done, or a row says what is left.
 * Resolves with how many rows were changed, once all is done or the app ends. `mark` joins the first transaction,
 * and may amend commands that were given before. Rejects with nothing done if the first part fails.
 */
export type RunBulk<P> = (order: BulkOrder<P>, mark?: (amend: Amend) => void) => Promise<number>

/**
 * Commands on very many rows. None keeps the main process busy for long: the first part is done at once, the others
 * follow in turns, with time for everything else in between. What a kill interrupts goes on at the next start.
 */
export interface Bulk {
  /** All kinds are made known before `review`. */
  register<P>(work: BulkWork<P>): RunBulk<P>
  /** Oldest first. */
  unfinished(): readonly UnfinishedCommand[]
  /**
   * Gives up what an earlier run left and what no kind can read, or what is too old: before anything is sent, since
   * nobody knows what was to be kept from it. `isPutBack`: the database is older than what was done since, and so is a
   * command in it, which may have been carried out. What it would queue isn't queued by itself. Default false.
   */
  review(options?: { readonly isPutBack: boolean }): void
  /** Goes on with what an earlier run left: none of it is done before, whatever commands are given. */
  start(): void
  stop(): void
}
