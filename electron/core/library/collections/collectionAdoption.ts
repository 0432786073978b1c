import type { ImageCollection } from '@shared/model/collection'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import type { CollectionRows } from './collectionRows'
import type { MemberChanges, MemberRows, RecordedCollection } from './memberRows'

/** What the rows of images need of collections. */
export interface CollectionAdoption {
  /**
   * An image comes with a record: it gets into the collections named there, which are made anew if they are gone. Joins
   * the current transaction.
   */
  adopt(number: number, recorded: readonly RecordedCollection[]): void
  /** The collections that an image is in. */
  of(number: number): readonly ImageCollection[]
}

export function createCollectionAdoption(deps: {
  readonly clock: Pick<Clock, 'now'>
  readonly collectionRows: CollectionRows
  readonly memberRows: Pick<MemberRows, 'adopt' | 'of'>
  readonly collected: {
    note(collection: string, changes: Pick<MemberChanges, 'added' | 'takenOut'>): void
    renamed(): void
  }
}): CollectionAdoption {
  const { clock, collectionRows, memberRows, collected } = deps

  /** Null if there are too many. */
  function idOf(name: string): string | null {
    const known = collectionRows.named(name)
    if (known !== null) return known
    const id = newId(clock.now())
    if (!collectionRows.insert(id, name, clock.now())) return null
    collected.renamed()
    return id
  }

  return {
    adopt(number, recorded) {
      for (const { name, position } of recorded) {
        const id = idOf(name)
        if (id === null) continue
        memberRows.adopt(id, number, position)
        collected.note(id, { added: [number], takenOut: [] })
      }
    },
    of: memberRows.of,
  }
}
