import type { GalleryQuery } from '@shared/model/image'
import { isOfTrash, readImageQuery } from '@shared/model/imageQuery'
import type { ImageSelection } from '@shared/model/imageSelection'
import type { Clock } from '../ports'
import type { GalleryLists } from './galleryLists'

/** The lists of the library, and those of the trash for queries that ask for it. Selections are of the library. */
export function createRoutedLists({
  library,
  trash,
  clock,
}: {
  readonly library: GalleryLists
  readonly trash: GalleryLists
  readonly clock: Pick<Clock, 'now'>
}): GalleryLists {
  const of = ({ text }: Pick<GalleryQuery, 'text'>): GalleryLists =>
    text !== '' && isOfTrash(readImageQuery(text, clock.now())) ? trash : library
  /** One is made in a single list. */
  const whereSelected = async (selection: ImageSelection): Promise<GalleryLists> =>
    (await library.selected(selection)).length > 0 ? library : trash

  return {
    async outline(query) {
      const outline = await of(query).outline(query)
      return of(query) === library ? outline : { ...outline, libraryTotal: await library.count({ text: '' }) }
    },
    costs: (query) => of(query).costs(query),
    count: (query) => of(query).count(query),
    page: (query, offset, limit) => of(query).page(query, offset, limit),
    select: (range) => of(range).select(range),
    selectAt: (positions) => of(positions).selectAt(positions),
    selectSeen: (asked) => of(asked).selectSeen(asked),
    beyond: (wanted) => of(wanted).beyond(wanted),
    few: async (selection) => (await whereSelected(selection)).few(selection),
    selectedCosts: async (selection) => (await whereSelected(selection)).selectedCosts(selection),
    selected: library.selected,
    selectedInOrder: library.selectedInOrder,
  }
}
