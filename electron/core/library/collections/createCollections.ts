import { AppFailure, appError } from '@shared/errors'
import type { Bulk } from '../../bulk/bulk'
import type { Database } from '../../db/database'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import { inSlices } from '../../slices'
import { createCollectionBulk } from './collectionBulk'
import type { CollectionRows } from './collectionRows'
import type { Collections } from './collections'
import type { MemberChanges, MemberRows } from './memberRows'
import type { ReorderRows } from './reorderRows'

/** As many as the window can undo. */
const presses = 50

/** What a press did: to which images is noted in the database. */
type Press =
  | { readonly kind: 'members'; readonly collection: string; readonly count: number }
  | { readonly kind: 'renamed'; readonly collection: string; readonly from: string; readonly to: string }
  /** It came into being, or went. */
  | { readonly kind: 'created' | 'removed'; readonly collection: string }

export function createCollections(deps: {
  readonly db: Pick<Database, 'transaction'>
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly collectionRows: CollectionRows
  readonly memberRows: MemberRows
  readonly reorderRows: ReorderRows
  readonly collected: {
    note(collection: string, changes: Pick<MemberChanges, 'added' | 'takenOut'>): void
    renamed(): void
  }
  readonly rows: { highest(): number; reserve(number: number): void }
  /** Collections, or what is in them, have changed; the records of images may lack that. */
  readonly onChange: () => void
}): Collections {
  const { db, clock, collectionRows, memberRows, collected, onChange } = deps
  const bulk = createCollectionBulk({
    ...deps,
    onChange(collection, changes) {
      if (changes.count === 0) return
      collected.note(collection, changes)
      onChange()
    },
  })
  const removedEarlier = collectionRows.removed()
  /** Those that can be taken back, oldest first. */
  const open = new Map<number, Press>()
  let last = bulk.earlier.press

  function nextPress(press: Press): number {
    last += 1
    open.set(last, press)
    for (const oldest of open.keys()) if (open.size > presses) open.delete(oldest)
    return last
  }

  function present(id: string): string {
    const name = collectionRows.nameOf(id)
    if (name === null) throw new AppFailure(appError('rowMissing', { params: { id } }))
    return name
  }

  const isFree = (name: string, own: string | null): boolean => {
    const taken = collectionRows.named(name)
    return taken === null || taken === own
  }

  function needFree(name: string, own: string | null): void {
    if (!isFree(name, own)) throw new AppFailure(appError('collectionNameTaken'))
  }

  function renamed(): void {
    collected.renamed()
    onChange()
  }

  /** Changes a collection itself; the records of its images follow. */
  async function change(collection: string, work: () => void): Promise<void> {
    const done = bulk.touch(collection, work)
    renamed()
    await done
  }

  async function ofMembers(verb: 'add' | 'takeOut', collection: string, numbers: readonly number[]) {
    present(collection)
    const press = nextPress({ kind: 'members', collection, count: numbers.length })
    return { press, changed: await bulk.members({ press, collection, verb, numbers }) }
  }

  /** Returns whether there was something to do. */
  async function toggle(collection: string, isThere: boolean): Promise<boolean> {
    if ((collectionRows.nameOf(collection) !== null) === isThere) return false
    await change(collection, () => collectionRows[isThere ? 'restore' : 'remove'](collection))
    return true
  }

  async function turnName(collection: string, from: string, to: string): Promise<boolean> {
    if (collectionRows.nameOf(collection) !== from || !isFree(to, collection)) return false
    await change(collection, () => collectionRows.rename(collection, to))
    return true
  }

  return {
    list: collectionRows.list,

    async create(name, numbers) {
      needFree(name, null)
      const collection = newId(clock.now())
      const insert = () => {
        if (!collectionRows.insert(collection, name, clock.now()))
          throw new AppFailure(appError('collectionsTooMany'))
      }
      const press = nextPress({ kind: 'created', collection })
      const adding = bulk.members({ press, collection, verb: 'add', numbers, mark: insert })
      renamed()
      return { id: collection, press, changed: await adding }
    },

    async rename(id, name) {
      const from = present(id)
      needFree(name, id)
      const press = nextPress({ kind: 'renamed', collection: id, from, to: name })
      return { press, changed: Number(from !== name && (await turnName(id, from, name))) }
    },

    async remove(id) {
      present(id)
      const press = nextPress({ kind: 'removed', collection: id })
      return { press, changed: Number(await toggle(id, false)) }
    },

    add: (id, numbers) => ofMembers('add', id, numbers),
    takeOut: (id, numbers) => ofMembers('takeOut', id, numbers),

    async move(collection, all, beside) {
      present(collection)
      const numbers = all.filter((number) => number !== beside.number)
      const press = nextPress({ kind: 'members', collection, count: numbers.length })
      return { press, changed: await bulk.move({ press, collection, numbers, beside }) }
    },

    async turn(press, way) {
      const known = open.get(press)
      if (known === undefined) return 0
      const { collection } = known
      switch (known.kind) {
        case 'created':
        case 'removed':
          return Number(await toggle(collection, (known.kind === 'created') === (way === 'again')))
        case 'renamed': {
          const [from, to] = way === 'back' ? [known.to, known.from] : [known.from, known.to]
          return Number(await turnName(collection, from, to))
        }
        case 'members': {
          const isThere = collectionRows.nameOf(collection) !== null
          return isThere ? bulk.turn({ press, collection, way, count: known.count }) : 0
        }
      }
    },

    async tidy(signal) {
      // What an unfinished command needs stays until the next start.
      if (bulk.earlier.isUnfinished) return
      const slices = { clock, signal }
      for (const id of removedEarlier)
        await inSlices((limit) => db.transaction(() => collectionRows.forgetSome(id, limit)), slices)
      await inSlices((limit) => memberRows.forgetSome(bulk.earlier.press, limit), slices)
    },
  }
}
