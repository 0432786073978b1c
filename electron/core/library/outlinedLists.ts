import type { GalleryQuery } from '@shared/model/image'
import type { NumberedTiles } from './galleryTiles'

/**
 * The lists that the window may show, by the numbers of their images: positions in them stay true while others come and
 * go. The window has the one it asked for last, or still the one before.
 */
export interface OutlinedLists {
  keep(query: GalleryQuery, revision: number, list: NumberedTiles): void
  /** Null if two others were kept since. */
  find(query: GalleryQuery, revision: number): NumberedTiles | null
}

const keptLists = 2

export function createOutlinedLists(): OutlinedLists {
  const lists = new Map<string, NumberedTiles>()
  const keyOf = (
    { text, batchId = null, sort = 'new', stacks = null }: GalleryQuery,
    revision: number,
  ): string => JSON.stringify([text, batchId, sort, stacks, revision])
  return {
    keep(query, revision, list) {
      const key = keyOf(query, revision)
      lists.delete(key)
      lists.set(key, list)
      for (const old of lists.keys()) {
        if (lists.size <= keptLists) break
        lists.delete(old)
      }
    },
    find: (query, revision) => lists.get(keyOf(query, revision)) ?? null,
  }
}
