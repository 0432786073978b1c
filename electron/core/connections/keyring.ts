import type { KeyState } from '@shared/model/connection'
import type { Database } from '../db/database'
import { newId } from '../ids'
import { states } from '../jobMachine'
import type { Clock, Secrets } from '../ports'

/**
 * A key id with this prefix was kept in memory only, while the keychain couldn't be written to: the next run knows that it
 * is gone without asking.
 */
const sessionPrefix = 'session-'

/**
 * The accounts of the keychain, each listed in the table `keys` before it is written and until it is removed. A key in
 * use by an open job is kept after its replacement.
 */
export interface Keyring {
  /** `locked` and `unavailable` say nothing about the key: it isn't known, and can't be read now. */
  state(keyId: string | null): Exclude<KeyState, 'notNeeded'>
  /**
   * Null if it is gone. Asks the keychain until it has answered, once per run. Throws AppFailure `keychainLocked` or
   * `keychainUnavailable`.
   */
  read(keyId: string | null): Promise<string | null>
  /** Keys that weren't there are asked for again. */
  forgetAbsences(): void
  /** Those that have keys, archived ones too. */
  connections(): readonly string[]
  /** Puts the keys of connections that are only in memory into the keychain, which can be written to by now. */
  keepTyped(): Promise<void>
  /** Stores a key under a new account and calls `use` with its id, which must put it in a connection's row. */
  keep<T>(connectionId: string, secret: string, use: (keyId: string) => T): Promise<T>
  /**
   * Removes unused keys; returns how many stay only for open jobs. An open job uses the keys it was sent with. It also
   * uses the last key of its connection, which takes over if one of them is refused, and which fetches images.
   */
  sweep(): Promise<number>
}

export interface KeyringDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** A key turned out to be gone. */
  readonly onLost: () => void
  /** A key can't be read or stored now. */
  readonly onShut: () => void
}

const isOfSession = (keyId: string): boolean => keyId.startsWith(sessionPrefix)

export function createKeyring({ db, secrets, clock, onLost, onShut }: KeyringDeps): Keyring {
  /** The keys known to this run; null for a key that the keychain doesn't have. */
  const known = new Map<string, string | null>()
  /** Stored, but not in a connection's row yet. */
  const fresh = new Set<string>()

  async function drop(keyId: string): Promise<void> {
    if (!isOfSession(keyId)) await secrets.remove(keyId)
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

  async function keep<T>(connectionId: string, secret: string, use: (keyId: string) => T): Promise<T> {
    const isLasting = secrets.kind === 'keychain'
    const keyId = `${isLasting ? '' : sessionPrefix}${newId(clock.now())}`
    db.run('INSERT INTO keys (id, connection_id) VALUES (:keyId, :connectionId)', { keyId, connectionId })
    fresh.add(keyId)
    try {
      if (isLasting) await secrets.set(keyId, secret)
      else onShut()
      known.set(keyId, secret)
      return use(keyId)
    } finally {
      fresh.delete(keyId)
    }
  }

  return {
    state(keyId) {
      if (keyId === null || known.get(keyId) === null) return 'missing'
      if (isOfSession(keyId)) return known.has(keyId) ? 'session' : 'missing'
      return known.has(keyId) ? 'keychain' : secrets.kind
    },

    async read(keyId) {
      if (keyId === null) return null
      const remembered = known.get(keyId)
      if (remembered !== undefined) return remembered
      if (isOfSession(keyId)) return null
      try {
        const secret = await secrets.get(keyId)
        // It may have been dropped meanwhile.
        if (!known.has(keyId)) known.set(keyId, secret)
        if (secret === null) onLost()
        return known.get(keyId) ?? null
      } catch (problem) {
        onShut()
        throw problem
      }
    },

    forgetAbsences() {
      for (const [keyId, secret] of known) if (secret === null) known.delete(keyId)
    },

    connections: () =>
      db.all<{ id: string }>('SELECT DISTINCT connection_id AS id FROM keys').map(({ id }) => id),

    async keepTyped() {
      const typed = db.all<{ keyId: string; connectionId: string }>(
        'SELECT key_id AS keyId, id AS connectionId FROM connections WHERE key_id IS NOT NULL',
      )
      for (const { keyId, connectionId } of typed) {
        const secret = isOfSession(keyId) ? (known.get(keyId) ?? null) : null
        if (secret === null || secrets.kind !== 'keychain') continue
        await keep(connectionId, secret, (lasting) =>
          db.run('UPDATE connections SET key_id = :lasting WHERE key_id = :keyId', { lasting, keyId }),
        )
      }
    },

    keep,

    async sweep() {
      // Checked again each time: a connection may be brought back while a key is being removed.
      for (let next = stale(); next !== undefined; next = stale()) await drop(next.id)
      return withoutConnection().filter(({ open }) => open === 1).length
    },
  }
}
