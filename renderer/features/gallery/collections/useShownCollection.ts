import { type Collection, shownCollection } from '@shared/model/collection'
import { useCollections, useGallery } from '../../../stores/storesContext'

/** The one collection that the gallery shows, all of it or a part; null for none or several. */
export function useShownCollection(): Collection | null {
  const collections = useCollections()
  return shownCollection(
    useGallery((state) => state.text),
    collections,
  )
}
