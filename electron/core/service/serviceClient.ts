import type { ConnectionTest } from '@shared/model/connection'
import type { JobRequest, Mode } from '@shared/model/draft'
import type { AnswerPath, TaughtRole } from '@shared/model/taughtPlace'
import type { PlaceReading, ReadContext, SentContent } from './answers/answerReading'
import type { RawAnswer } from './answers/rawAnswer'
import type { ImageSource } from './answers/reading'
import type { Exchange } from './exchange'
import type { SpooledData } from './spool'
import type { Target } from './target'
import type { TaskSight } from './taskSight'
import type { DownloadVerdict, PollVerdict, SubmitVerdict } from './verdict'

/** A paid request, frozen. */
export interface Submission {
  readonly mode: Mode
  readonly request: JobRequest
  /** Sent as `Idempotency-Key`; null for none. */
  readonly idempotencyKey: string | null
  /** The ledger's id. Files that the answer leaves are identified by it. */
  readonly attemptId: string
}

/** The parts of the spool that the queue's rows still need. */
export interface NeededFiles {
  readonly paths: readonly string[]
  /** Attempts whose files are all needed. */
  readonly attemptIds: readonly string[]
  /** Names of files that no row knows: they stay for a year. */
  readonly unknown: readonly string[]
}

/** Runs a call on a file when its turn comes. */
export type FileWork = <T>(work: () => Promise<T>) => Promise<T>

export interface DownloadOptions {
  /**
   * Continued (Range, If-Range), even after a restart, if it was begun for the same address and the server vouched for
   * its bytes. Otherwise it is written from the start. `<toFile>.json` is beside it until `forgetPartial`.
   */
  readonly toFile: string
  /**
   * The connection that the image belongs to. Relative URLs resolve against it; its key is sent only on the second try
   * and only to its own origin.
   */
  readonly target: Target
  readonly withKey: boolean
  /** Only https, besides origins that are allowed inside the network: also where a redirect leads. Default false. */
  readonly secureOnly?: boolean
  /** Bytes; default 256 MiB. */
  readonly maximumBytes?: number
  /** Runs each call on the file, one after another; default at once. */
  readonly files?: FileWork
  readonly signal: AbortSignal
}

/**
 * The hosted service over HTTP/1.1. `send` makes the one paid call and never repeats it; `readSubmit` makes no call, so
 * that the raw answer can be committed in between. Nothing here rejects because of the network.
 */
export interface ServiceClient {
  send(
    target: Target,
    submission: Submission,
    options: {
      readonly signal: AbortSignal
      /** Ends it only as long as nothing of it is on the wire. */
      readonly recall?: AbortSignal
    },
  ): Promise<Exchange>
  /**
   * What is left of an answer whose exchange wasn't kept: as if it had been cut off after the images that are whole;
   * null without any.
   */
  findAnswer(attemptId: string): Promise<Exchange | null>
  /** Reading the answer to an attempt once more gives the same files. */
  readSubmit(
    exchange: Exchange,
    context: ReadContext & { readonly attemptId: string },
  ): Promise<SubmitVerdict>
  /** What an answer has at the `path` that the user points at, and at all places like it. */
  readPlace(answer: RawAnswer, role: TaughtRole, path: AnswerPath): Promise<PlacedReading>
  poll(
    target: Target,
    taskId: string,
    options: SentContent & {
      /** A path from the origin, or a whole address elsewhere; default the interface's own path. */
      readonly at?: string | null
      readonly signal: AbortSignal
    },
  ): Promise<PollVerdict>
  /** Asks at a path that may be the service's: free, and nothing of the task follows from what it answers. */
  look(
    target: Target,
    taskId: string,
    options: SentContent & { readonly at: string; readonly signal: AbortSignal },
  ): Promise<TaskSight>
  /** Polls a task id that can't exist; free. */
  test(target: Target, options: { readonly signal: AbortSignal }): Promise<ConnectionTest>
  download(url: string, options: DownloadOptions): Promise<DownloadVerdict>
  /** A text that came, without a key in whatever encoding; `text` may have been cut off in the middle of it. */
  strike(text: string, key: string | null): Promise<string>
  /** The same for bytes that aren't text: a key too short to be a secret may be in them by chance, and stays. */
  strikeBytes(bytes: AsyncIterable<Uint8Array>, key: string | null): AsyncIterable<Uint8Array>
  /**
   * Keeps what came in the spool, durable before it resolves; returns its path. The same name is the same file. Throws
   * what the disk says.
   */
  keep(name: string, content: SpooledData): Promise<string>
  /** Paths, in order, of what was kept under names that begin with `prefix`. Throws what the disk says. */
  findKept(prefix: string): Promise<readonly string[]>
  /**
   * Whether all addresses of the host at an origin are inside the network; null if its name isn't found at the moment.
   */
  liesInside(origin: string): Promise<boolean | null>
  /**
   * Removes what earlier runs left in the spool, except what is `needed` of the files with these names; call it before
   * anything is sent or read.
   */
  sweep(needed: (names: readonly string[]) => NeededFiles): Promise<void>
  close(): Promise<void>
}

/** The same with its images on disk, or at an address. */
type PlacedReading =
  | { readonly kind: 'images'; readonly sources: readonly ImageSource[] }
  | Exclude<PlaceReading, { readonly kind: 'images' }>
