import type { AppError } from '@shared/errors'
import type { Connection, ConnectionDraft, ConnectionTest } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import type { TaughtPlace } from '@shared/model/taughtPlace'
import type { KeyChoice, Target } from '../service/target'
import type { HoldCause } from './holdCauses'

/** What an attempt stores of its connection. */
export interface FrozenTarget {
  /** As stored: a base URL, or `demo:`, which is resolved to the running demo service. */
  readonly origin: string
  readonly pathPrefix: string
  readonly keyId: string | null
}

/**
 * The result of trying to hold a connection. `past`: the problem is already solved, because another key takes over or
 * the user has agreed in the meantime. In the other cases nothing is held, and the job itself reports the problem.
 * `removed`: the connection is gone. `moved`: the call went to an address it no longer has. `declined`: the user was
 * asked and sends anyway.
 */
export type Holding = 'held' | 'past' | 'removed' | 'moved' | 'declined'

/** The services the user set up, their keys, drafts and holds. */
export interface Connections {
  /** Removes unused keys, now and whenever the last task of a key ends. */
  start(): void
  /** Live ones, oldest first. */
  list(): readonly Connection[]
  /** Also finds archived ones, whose tasks may still run. */
  find(id: string): Connection | null
  /** Its current state; null once it is removed: then nothing more is sent on it. */
  live(id: string): Connection | null
  /**
   * `id` null creates one; `apiKey` null keeps the stored key. Throws AppFailure `originLocked` while jobs are
   * unfinished and the origin changes.
   */
  save(id: string | null, draft: ConnectionDraft, apiKey: string | null): Promise<Connection>
  /**
   * Archives it: running tasks end first, then the key is deleted. Any hold ends. The queue cancels its waiting jobs.
   */
  remove(id: string): Promise<void>
  /** Undoes a removal, except for the waiting jobs; its key may be gone. Throws AppFailure `connectionMissing`. */
  restore(id: string): void
  /** The only demo connection: it is created once, and brought back if it was removed. */
  useDemo(): Promise<Connection>
  /** Tests the typed values; uses the stored key only if `apiKey` is null and the origin is the stored one. */
  test(id: string | null, draft: ConnectionDraft, apiKey: string | null): Promise<ConnectionTest>
  /** What a new attempt on this connection stores. */
  freeze(id: string): FrozenTarget
  /**
   * Resolves key, proxy and demo address. Throws AppFailure `keyMissing`, `keychainLocked`, `keychainUnavailable` or
   * `connectionMissing`; `connectionRefused` if the demo service can't start.
   */
  resolve(id: string, frozen: FrozenTarget, options?: KeyChoice): Promise<Target>
  /** The same without the key. Throws AppFailure `connectionMissing`. */
  resolveKeyless(id: string, frozen: FrozenTarget): Promise<Target>
  /** For a download, which doesn't need the key at first: includes the origins inside the network it may come from. */
  resolveImages(id: string, frozen: FrozenTarget): Promise<Target>
  /**
   * Remembers a place in its answers, or forgets it; with too many, the oldest is forgotten. Throws AppFailure
   * `connectionMissing`.
   */
  teach(id: string, place: TaughtPlace): void
  forgetTaught(id: string, place: TaughtPlace): void
  /** Stops or resumes its sends; polls and downloads continue. */
  setPaused(id: string, paused: boolean): void
  /**
   * Stops sends, and polls too if asked. Several may be in force, each until its own cause is over; only the strongest
   * is shown, and polls stay stopped as long as any of them stops them. `keyId` is the key the call was made with. A
   * key that is refused after it was replaced holds nothing: the caller goes on with the key in use. `origin` is where
   * the call went, if that may be a former address. A removed connection is never held. A key that is missing, or can't
   * be read now, holds it in this run only: until it can be read, or the user resumes it or saves it.
   */
  hold(
    id: string,
    error: AppError,
    options: { readonly polls: boolean; readonly keyId?: string | null; readonly origin?: string },
  ): Holding
  /**
   * Ends a hold whose cause is over, and no other. `refusal`: the service answered a poll with the key in use; what only
   * sends were refused for stays.
   */
  release(id: string, cause: Exclude<HoldCause, 'user' | 'start'>): void
  /** The user ends every hold: a question about where an image is isn't asked again. Its key is read again. */
  resume(id: string): void
  /** The computer woke: if anything waits for the keychain, it is looked at now. */
  lookAtKeychain(): void
  /** The same when the user is back at the window, unless it was looked at only just. */
  glanceAtKeychain(): void
  /** Calls back with each connection that has a key when the keychain can be read again. Returns the disposer. */
  onKeysReadable(listener: (connectionId: string) => void): () => void
  /** The proxy looks up names: whatever was waiting for that continues. Throws AppFailure `connectionMissing`. */
  allowProxyNames(id: string): void
  /** Images may come from this origin inside the network. Throws AppFailure `connectionMissing`. */
  allowOrigin(id: string, origin: string): void
  /** Its tasks are asked for at this path, as an answer has shown; does nothing if the user typed one. */
  learnTaskPath(id: string, path: string): void
  /** What was learned has turned out wrong. */
  forgetTaskPath(id: string): void
  /** Tasks may be asked for at this origin, with the key. Throws AppFailure `connectionMissing`. */
  allowTaskOrigin(id: string, origin: string): void
  /** Whether a question about where an image is still needs an answer on this connection. */
  isOpenQuestion(id: string, error: AppError): boolean
  readDraft(id: string): Draft | null
  writeDraft(id: string, draft: Draft): void
  /** The breaker's memory of how the last jobs ended; null resets it. Returns how many in a row ended the same way. */
  countAlike(id: string, kind: string | null): number
  stop(): Promise<void>
}
