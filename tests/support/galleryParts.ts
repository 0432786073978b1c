import type { GalleryQuery } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import type { Database } from '../../electron/core/db/database'
import { newId } from '../../electron/core/ids'
import { createGallery } from '../../electron/core/library/gallery'
import { realClock } from './fakeClock'

/** The gallery on a database, and shortcuts for tests. `revision`: always 0 by default. */
export function galleryParts(db: Database, revision: () => number = () => 0) {
  const gallery = createGallery({ db, clock: realClock, revision })
  const { collected, collectionRows, deletions, lists, markRows, marked, memberRows, noted } = gallery
  let press = 0
  return {
    ...gallery,
    /** Deletes an image; returns the press. */
    hide(id: string, now = Date.now()): number {
      const press = deletions.newPress(now)
      deletions.mark(press, { selection: { ids: [id] }, after: 0 }, 1)
      return press
    },
    mark(number: number, change: MarkChange): void {
      markRows.mark([number], change, undefined)
      marked.note([number], change)
    },
    writeNote(id: string, note: string): void {
      markRows.writeNote(id, note, undefined)
      noted.changed()
    },
    /** Makes the collection if there is none with this name. */
    collect(name: string, numbers: readonly number[]): void {
      const id = collectionRows.named(name) ?? newId(Date.now())
      if (collectionRows.named(name) === null) {
        collectionRows.insert(id, name, 1)
        collected.renamed()
      }
      collected.note(id, memberRows.add(++press, id, numbers))
    },
    takeOut(name: string, numbers: readonly number[]): void {
      const id = collectionRows.named(name)
      if (id !== null) collected.note(id, memberRows.takeOut(++press, id, numbers))
    },
    ids: async (query: GalleryQuery) => (await lists.page(query, 0, 500)).rows.map(({ id }) => id),
  }
}
