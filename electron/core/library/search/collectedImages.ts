import { collectionKey } from '@shared/model/collection'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import type { MemberChanges } from '../collections/memberRows'
import { createNumberSet, type NumberSet } from './numberSet'

/** Which images are in a collection, kept in memory for those that are searched. */
export interface CollectedImages {
  /** Images got in or out, as was committed. */
  note(collection: string, changes: Pick<MemberChanges, 'added' | 'takenOut'>): void
  /** A collection came, went, or has another name, as was committed. */
  renamed(): void
  /**
   * The images of the collections that a name means: of the one that is called so, otherwise of all that have it in
   * their names. Read in slices, and kept.
   */
  of(name: string, signal: AbortSignal): Promise<CollectedSet>
  /** Changes with all of that. */
  version(): number
}

export interface CollectedSet {
  /** By the image's number. */
  has(number: number): boolean
  /** False once the name may mean others. */
  isComplete(): boolean
}

const read = `SELECT json_group_array(number) AS packed FROM (
  SELECT number FROM collected WHERE collection_id = :id AND number > CAST(:after AS INTEGER)
  ORDER BY number LIMIT :rows)`

interface Kept {
  readonly numbers: NumberSet
  /** Resolves once all are read. */
  readonly settled: Promise<void>
}

export function createCollectedImages(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
}): CollectedImages {
  const { db, clock } = deps
  const kept = new Map<string, Kept>()
  let version = 0
  let names = 0

  function meant(name: string): readonly string[] {
    const key = collectionKey(name)
    const rows = db.all<{ id: string; folded: string }>(
      'SELECT id, folded FROM collections WHERE removed = 0',
    )
    const exact = rows.filter(({ folded }) => folded === key)
    return (exact.length > 0 ? exact : rows.filter(({ folded }) => folded.includes(key))).map(({ id }) => id)
  }

  /** What is noted meanwhile is in it, whether or not it was read. */
  function readAll(id: string, numbers: NumberSet, signal: AbortSignal): Promise<void> {
    let after = 0
    return inSlices(
      (rows) => {
        const { packed = '[]' } = db.get<{ packed: string }>(read, { id, after, rows }) ?? {}
        const some: readonly number[] = JSON.parse(packed)
        for (const number of some) numbers.add(number)
        after = some.at(-1) ?? after
        return some.length === rows
      },
      { clock, signal },
    )
  }

  function keep(id: string, signal: AbortSignal): Kept {
    const numbers = createNumberSet()
    const settled = readAll(id, numbers, signal).catch((problem: unknown) => {
      // The next one who asks begins again.
      kept.delete(id)
      throw problem
    })
    const set = { numbers, settled }
    kept.set(id, set)
    return set
  }

  return {
    note(collection, { added, takenOut }) {
      version++
      const numbers = kept.get(collection)?.numbers
      if (numbers === undefined) return
      for (const number of added) numbers.add(number)
      for (const number of takenOut) numbers.delete(number)
    },

    renamed() {
      version++
      names++
    },

    async of(name, signal) {
      const begun = names
      const sets: NumberSet[] = []
      for (const id of meant(name)) {
        const { numbers, settled } = kept.get(id) ?? keep(id, signal)
        await settled
        sets.push(numbers)
      }
      return {
        has: (number) => sets.some((numbers) => numbers.has(number)),
        isComplete: () => names === begun,
      }
    },

    version: () => version,
  }
}
