import { isNarrow } from './galleryShape'
import type { GalleryStore } from './galleryStore'
import { countOf } from './selectedImages'
import type { SelectionStore } from './selectionStore'

/**
 * After each change of a list that is stacked, or that images can leave, what is selected is what its tiles show as
 * selected: nothing that nobody sees is marked, deleted or exported next.
 */
export function keepSelectionSeen(
  gallery: Pick<GalleryStore, 'getState' | 'subscribe' | 'seen'>,
  selection: SelectionStore,
): void {
  let shown = gallery.getState().shape
  gallery.subscribe(({ shape }) => {
    const before = shown
    shown = shape
    if (shape === before || shape === null || (shape.stacks === null && !isNarrow(shape))) return
    selection.act(() => {
      const { ids, many } = selection.getState()
      if (countOf({ ids, many }) === 0) return
      // Without an answer it stays as it is; the list itself tells of the refusal.
      void selection.replaceWith(() => gallery.seen({ ids, many }, before)).catch(() => undefined)
    })
  })
}
