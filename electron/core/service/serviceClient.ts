import type { ConnectionTest } from '@shared/model/connection'
import type { JobRequest, Mode } from '@shared/model/draft'
import type { Exchange } from './exchange'
import type { Target } from './target'
import type { DownloadVerdict, PollVerdict, SubmitVerdict } from './verdict'

/** A paid request, frozen. */
export interface Submission {
  readonly mode: Mode
  readonly request: JobRequest
  /** Sent as `Idempotency-Key`; null for none. */
  readonly idempotencyKey: string | null
  /** Of the ledger. What the answer leaves in files is known by it. */
  readonly attemptId: string
}

/** What of the spool the queue's rows still need. */
export interface NeededFiles {
  readonly paths: readonly string[]
  /** Attempts whose files are all needed. */
  readonly attemptIds: readonly string[]
}

/** Runs a call to a file when it has its turn. */
export type FileWork = <T>(work: () => Promise<T>) => Promise<T>

export interface DownloadOptions {
  /**
   * Gone on with (Range, If-Range), over restarts too, when it was begun for the same address and the server
   * vouched for its bytes; else written from the start. Beside it stands `<toFile>.json`, until `forgetPartial`.
   */
  readonly toFile: string
  /** The connection the image belongs to: relative URLs resolve against it; its key goes along only on the second try and only to its own origin. */
  readonly target: Target
  readonly withKey: boolean
  /** Bytes; default 256 MiB. */
  readonly maximumBytes?: number
  /** Runs each call to the file, one after another; default at once. */
  readonly files?: FileWork
  readonly signal: AbortSignal
}

/**
 * The hosted service over HTTP/1.1. `send` makes the one paid call and never repeats it; `readSubmit` calls
 * nobody, so that the raw answer can be committed in between. None rejects for the network's sake.
 */
export interface ServiceClient {
  send(target: Target, submission: Submission, options: { readonly signal: AbortSignal }): Promise<Exchange>
  /** What is left of an answer that no exchange was kept of: as if it had been cut after the images that are whole; null without any. */
  findAnswer(attemptId: string): Promise<Exchange | null>
  readSubmit(exchange: Exchange, context: ReadContext): Promise<SubmitVerdict>
  poll(
    target: Target,
    taskId: string,
    options: { readonly prompt: string; readonly signal: AbortSignal },
  ): Promise<PollVerdict>
  /** Polls a task id that can't exist; free. */
  test(target: Target, options: { readonly signal: AbortSignal }): Promise<ConnectionTest>
  download(url: string, options: DownloadOptions): Promise<DownloadVerdict>
  /** Whether the host at an origin has addresses inside the network alone; null when its name is not found now. */
  liesInside(origin: string): Promise<boolean | null>
  /** Removes what earlier runs left in the spool, but what is `needed`; before anything is sent or read. */
  sweep(needed: () => NeededFiles): Promise<void>
  close(): Promise<void>
}

export interface ReadContext {
  /** Struck from the message before words of quota or moderation are looked for. */
  readonly prompt: string
  /** What the request was sent with, where it is known: one that is too short for a secret is struck from what is shown. */
  readonly key?: string | null
}
