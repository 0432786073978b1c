import type { AppError } from '@shared/errors'
import type { Connection, ConnectionDraft, ConnectionTest } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import type { Target } from '../service/target'

/** What an attempt froze of its connection. */
export interface FrozenTarget {
  /** As stored: a base URL, or `demo:`, which is resolved to the running demo service. */
  readonly origin: string
  readonly pathPrefix: string
  readonly keyId: string | null
}

/**
 * What became of a wish to hold a connection. `past`: what was wrong is no longer, since another key takes over or the
 * person has said yes by now. With the others nothing is held, and what is wrong is to be said of the job itself:
 * `removed`, it is gone; `moved`, the call went to an address it no longer has; `declined`, the person was asked and sends
 * all the same.
 */
export type Holding = 'held' | 'past' | 'removed' | 'moved' | 'declined'

/** The services the person set up, their keys, drafts and holds. */
export interface Connections {
  /** Removes keys that nothing uses any more, now and whenever the last task of one ends. */
  start(): void
  /** Live ones, oldest first. */
  list(): readonly Connection[]
  /** Also finds archived ones, whose tasks may still run. */
  find(id: string): Connection | null
  /** As it is now; null once it is removed: nothing is sent on it any more. */
  live(id: string): Connection | null
  /** `id` null makes one; `apiKey` null keeps the stored key. Throws AppFailure `originLocked` while jobs are unfinished and the origin changes. */
  save(id: string | null, draft: ConnectionDraft, apiKey: string | null): Promise<Connection>
  /**
   * Archives it: running tasks end first, then the key goes. Whatever held it ends. Its waiting jobs are the queue's to
   * cancel.
   */
  remove(id: string): Promise<void>
  /** Takes a removal back, but for the jobs that waited; its key may be gone. Throws AppFailure `connectionMissing`. */
  restore(id: string): void
  /** The one demo connection: it is made once, and brought back after it was removed. */
  useDemo(): Promise<Connection>
  /** Tests what was typed with what was typed; the stored key only when `apiKey` is null and the origin is the stored one. */
  test(id: string | null, draft: ConnectionDraft, apiKey: string | null): Promise<ConnectionTest>
  /** What a new attempt on this connection freezes. */
  freeze(id: string): FrozenTarget
  /** Resolves key, proxy and demo address. Throws AppFailure `keyMissing`, `keychainLocked` or `connectionMissing`; `connectionRefused` when the demo service can't start. */
  resolve(id: string, frozen: FrozenTarget): Promise<Target>
  /** The same without the key. Throws AppFailure `connectionMissing`. */
  resolveKeyless(id: string, frozen: FrozenTarget): Promise<Target>
  /** For a download, which does not need the key at first: with the origins inside the network it may come from. */
  resolveImages(id: string, frozen: FrozenTarget): Promise<Target>
  /** Stops or takes up its sends; polls and downloads go on. */
  setPaused(id: string, paused: boolean): void
  /**
   * Stops sends, and polls too when asked; polls stay stopped until the hold ends. `keyId` is the key the call was made
   * with: one that is refused after it was replaced holds nothing, it only goes, and the key in use takes over. `origin`
   * is where the call went, when that may be an address of before. A connection that was removed is never held.
   */
  hold(
    id: string,
    error: AppError,
    options: { readonly polls: boolean; readonly keyId?: string | null; readonly origin?: string },
  ): Holding
  /**
   * Ends a hold that nothing calls for any more. After a refused key, tasks sent with an older key are asked for with the
   * one in use from now on.
   */
  release(id: string): void
  /** The same on the person's word: what was asked about the place of an image is not asked again. */
  resume(id: string): void
  /** The proxy finds names: what waits for that goes on. Throws AppFailure `connectionMissing`. */
  allowProxyNames(id: string): void
  /** Images may come from this origin inside the network. Throws AppFailure `connectionMissing`. */
  allowOrigin(id: string, origin: string): void
  /** Whether a question about the place of an image is still to be answered on this connection. */
  isOpenQuestion(id: string, error: AppError): boolean
  readDraft(id: string): Draft | null
  writeDraft(id: string, draft: Draft): void
  /** The breaker's memory of how the last jobs ended; null resets it. Returns how many alike in a row. */
  countAlike(id: string, kind: string | null): number
  stop(): Promise<void>
}
