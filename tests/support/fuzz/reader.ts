import type { Random } from '../random'
import type { Corpus } from './mutations'

export interface Input {
  readonly bytes: Buffer
  /** The input's number in its run; with the seed it reproduces the same bytes. */
  readonly index: number
  /** For everything else that is hostile about it. */
  readonly random: Random
}

/** A part of the app that reads hostile bytes, in the way the app gives them to it. */
export interface Reader {
  readonly corpus: Corpus
  /** Milliseconds within which each input must be answered. */
  readonly limitMs: number
  /** Inputs read at the same time. */
  readonly atOnce: number
  /**
   * Reads one input: `taken` if it was accepted, `refused` with an AppError. Rejects if a promise of the app
   * is broken.
   */
  read(input: Input): Promise<'taken' | 'refused'>
  /**
   * Measurements from outside: the peak memory of its imaging process, and how many processes exited unasked.
   */
  watch?(): Watched
  /** Closes it. Returns any files it left where they don't belong. */
  close(): Promise<readonly string[]>
}

/** An input during which a process took more memory than allowed, because of it or of one read beside it. */
export interface Greedy {
  readonly index: number
  readonly megabytes: number
}

export interface Watched {
  /** Peak memory of one process, in MiB; 0 where the system does not report it. */
  readonly peakMegabytes: number
  readonly greedy: readonly Greedy[]
  readonly ended: number
}
