import type { KeyState } from '@shared/model/connection'
import type { Database } from '../db/database'
import { newId } from '../ids'
import { states } from '../jobMachine'
import type { Clock, Secrets } from '../ports'

/** A key id with this prefix was kept in memory only: the next run knows it is gone without asking the keychain. */
const sessionPrefix = 'session-'

/**
 * The accounts of the keychain, each listed in the table `keys` before it is written and until it is removed. A key in
 * use by an open job is kept after its replacement.
 */
export interface Keyring {
  state(keyId: string | null): Exclude<KeyState, 'notNeeded'>
  /** Null if it is gone. Asks the keychain once per run. Throws AppFailure `keychainLocked`. */
  read(keyId: string | null): Promise<string | null>
  /** Stores a key under a new account and calls `use` with its id, which must put it in a connection's row. */
  keep<T>(connectionId: string, secret: string, use: (keyId: string) => T): Promise<T>
  /**
   * Removes unused keys; returns how many stay only for open jobs. An open job uses the keys it was sent with. It also
   * uses the last key of its connection, which takes over if one of them is refused, and which fetches images.
   */
  sweep(): Promise<number>
  /** Removes every key of a connection except one; from now on, none of the others is read. */
  dropOthers(connectionId: string, keyId: string | null): Promise<void>
}

export interface KeyringDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** A key turned out to be gone. */
  readonly onLost: () => void
}

export function createKeyring({ db, secrets, clock, onLost }: KeyringDeps): Keyring {
  /** The keys known to this run; null for a key that is gone. */
  const known = new Map<string, string | null>()
  /** Stored, but not in a connection's row yet. */
  const fresh = new Set<string>()

  /** Was kept in the memory of an earlier run. */
  const isGone = (keyId: string) =>
    keyId.startsWith(sessionPrefix) && !known.has(keyId) && secrets.kind === 'session'

  async function drop(keyId: string): Promise<void> {
    if (!isGone(keyId)) await secrets.remove(keyId)
    known.set(keyId, null)
    db.transaction(() => {
      db.run('DELETE FROM keys WHERE id = :keyId', { keyId })
      db.run('UPDATE connections SET key_id = NULL WHERE key_id = :keyId', { keyId })
    })
  }

  /** Keys that no live connection uses, and whether open jobs do. */
  const withoutConnection = () =>
    db.all<{ id: string; open: number }>(`
      WITH open AS (
        SELECT id, connection_id FROM jobs
        WHERE state IN ${states.open} AND settled_at IS NULL
      )
      SELECT id, id IN (
        SELECT key_id FROM open JOIN attempts ON attempts.job_id = open.id WHERE key_id IS NOT NULL
        UNION
        SELECT key_id FROM open JOIN connections ON connections.id = open.connection_id WHERE key_id IS NOT NULL
      ) AS open
      FROM keys
      WHERE id NOT IN (SELECT key_id FROM connections WHERE archived_at IS NULL AND key_id IS NOT NULL)`)

  const stale = () => withoutConnection().find(({ id, open }) => open === 0 && !fresh.has(id))

  return {
    state(keyId) {
      if (keyId === null || known.get(keyId) === null) return 'missing'
      if (keyId.startsWith(sessionPrefix)) return known.has(keyId) ? 'session' : 'missing'
      return secrets.kind === 'keychain' || known.has(keyId) ? 'keychain' : 'missing'
    },

    async read(keyId) {
      if (keyId === null) return null
      const remembered = known.get(keyId)
      if (remembered !== undefined) return remembered
      const secret = await secrets.get(keyId)
      known.set(keyId, secret)
      if (secret === null) onLost()
      return secret
    },

    async keep(connectionId, secret, use) {
      const keyId = `${secrets.kind === 'session' ? sessionPrefix : ''}${newId(clock.now())}`
      db.run('INSERT INTO keys (id, connection_id) VALUES (:keyId, :connectionId)', { keyId, connectionId })
      fresh.add(keyId)
      try {
        await secrets.set(keyId, secret)
        known.set(keyId, secret)
        return use(keyId)
      } finally {
        fresh.delete(keyId)
      }
    },

    async sweep() {
      // Checked again each time: a connection may be brought back while a key is being removed.
      for (let next = stale(); next !== undefined; next = stale()) await drop(next.id)
      return withoutConnection().filter(({ open }) => open === 1).length
    },

    async dropOthers(connectionId, keyId) {
      const others = db.all<{ id: string }>(
        'SELECT id FROM keys WHERE connection_id = :connectionId AND id IS NOT :keyId',
        { connectionId, keyId },
      )
      const dropped = others.filter(({ id }) => !fresh.has(id))
      for (const { id } of dropped) known.set(id, null)
      for (const { id } of dropped) await drop(id)
    },
  }
}
