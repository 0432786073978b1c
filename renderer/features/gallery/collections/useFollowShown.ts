import { type Collection, shownCollection, withCollection } from '@shared/model/collection'
import { useEffect, useRef } from 'react'
import { useCollections, useGallery, useStores } from '../../../stores/storesContext'

/** The search follows the collection that it shows: to its new name, and away from it once it is gone. */
export function useFollowShown(): void {
  const { gallery } = useStores()
  const collections = useCollections()
  const text = useGallery((state) => state.text)
  const before = useRef<Collection | null>(null)

  useEffect(() => {
    const shown = shownCollection(text, collections)
    const last = before.current
    const now = last === null ? undefined : collections.find(({ id }) => id === last.id)
    before.current = shown
    const isLast = last !== null && shownCollection(text, [last]) !== null
    if (isLast && now?.name !== last.name)
      void gallery.search({ text: withCollection(text, now?.name ?? null) })
  }, [gallery, collections, text])
}
