import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useGallery, useStores } from '../../stores/storesContext'
import { type GalleryPlan, galleryPlan, heldPositions } from './layout/galleryPlan'

/** What the gallery lays out; changes only with the list and the head. A search shows what it found, and nothing else. */
export function useGalleryPlan(): GalleryPlan {
  const head = useStore(useStores().galleryHead, ({ tiles }) => tiles)
  const shape = useGallery((state) => state.shape)
  const heldKey = useGallery((state) => heldPositions(state.rows, head).join())
  const searching = shape !== null && shape.text !== ''
  return useMemo(() => {
    if (searching) return galleryPlan(shape, [], [])
    return galleryPlan(shape, head, heldKey === '' ? [] : heldKey.split(',').map(Number))
  }, [shape, head, heldKey, searching])
}
