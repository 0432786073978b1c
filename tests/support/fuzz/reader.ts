import type { Random } from '../random'
import type { Corpus } from './mutations'

export interface Input {
  readonly bytes: Buffer
  /** Of the input in its run; with the seed it makes the same bytes again. */
  readonly index: number
  /** For what else is hostile about it. */
  readonly random: Random
}

/** A part of the app that hostile bytes are given to, as the app gives them. */
export interface Reader {
  readonly corpus: Corpus
  /** Milliseconds in which each input must be answered. */
  readonly limitMs: number
  /** Inputs that are read at once. */
  readonly atOnce: number
  /**
   * Reads one input: `taken` when it was taken for something, `refused` with an AppError. Rejects with what breaks a
   * promise of the app.
   */
  read(input: Input): Promise<'taken' | 'refused'>
  /** What a look from outside finds: the most memory of its imaging process, and how many processes ended unasked. */
  watch?(): Watched
  /** Ends it. Gives what it left where it has nothing to do. */
  close(): Promise<readonly string[]>
}

/** An input for which, or for one beside it, a process took more memory than it may. */
export interface Greedy {
  readonly index: number
  readonly megabytes: number
}

export interface Watched {
  /** The most that one process ever had, in MiB; 0 where the system does not tell. */
  readonly peakMegabytes: number
  readonly greedy: readonly Greedy[]
  readonly ended: number
}
