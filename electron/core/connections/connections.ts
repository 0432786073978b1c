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

/** The services the person set up, their keys, drafts and holds. */
export interface Connections {
  /** Live ones, oldest first. */
  list(): readonly Connection[]
  /** Also finds archived ones, whose tasks may still run. */
  find(id: string): Connection | null
  /** `id` null makes one; `apiKey` null keeps the stored key. Throws AppFailure `originLocked` while jobs are unfinished and the origin changes. */
  save(id: string | null, draft: ConnectionDraft, apiKey: string | null): Promise<Connection>
  /** Archives it: waiting jobs are cancelled by the queue, running tasks end first, then the key goes. */
  remove(id: string): Promise<void>
  useDemo(): Promise<Connection>
  /** Tests what was typed with what was typed; the stored key only when `apiKey` is null and the origin is the stored one. */
  test(id: string | null, draft: ConnectionDraft, apiKey: string | null): Promise<ConnectionTest>
  /** What a new attempt on this connection freezes. */
  freeze(id: string): FrozenTarget
  /** Resolves key, proxy and demo address. Throws AppFailure `keyMissing`, `keychainLocked` or `connectionMissing`. */
  resolve(id: string, frozen: FrozenTarget): Promise<Target>
  hold(id: string, error: AppError, options: { readonly polls: boolean }): void
  release(id: string): void
  readDraft(id: string): Draft | null
  writeDraft(id: string, draft: Draft): void
  /** The breaker's memory of how the last jobs ended; null resets it. Returns how many alike in a row. */
  countAlike(id: string, kind: string | null): number
  stop(): Promise<void>
}
