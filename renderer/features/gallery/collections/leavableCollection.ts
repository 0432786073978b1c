import { type Collection, shownCollection } from '@shared/model/collection'
import type { Preferences } from '@shared/model/preferences'
import type { GalleryState } from '../../../stores/galleryStore'
import { useApp, useCollections, useGallery } from '../../../stores/storesContext'
import { showsTrash } from '../../../stores/trashShown'

/** Whether images are deleted also where the list is a collection, which they could leave. */
export interface Deletes {
  readonly deletes: boolean
}

/**
 * The collection out of which Delete takes images; null where it deletes them: in all other lists, also in a view that
 * the user saved.
 */
export function leavableCollection(
  { shape }: Pick<GalleryState, 'shape'>,
  collections: readonly Collection[],
  views: Preferences['views'],
): Collection | null {
  if (shape === null || showsTrash({ shape })) return null
  const isView = views.some(({ text, sort }) => text === shape.text && sort === shape.sort)
  return isView ? null : shownCollection(shape.text, collections)
}

export function useLeavableCollection(): Collection | null {
  const shape = useGallery((state) => state.shape)
  const views = useApp(({ preferences }) => preferences.views)
  return leavableCollection({ shape }, useCollections(), views)
}
