import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/shallow'
import type { GalleryShape } from '../../stores/galleryShape'
import { useGallery, useStores } from '../../stores/storesContext'
import { type GalleryPlan, galleryPlan, heldPositions, type PlannedShape } from './layout/galleryPlan'

/**
 * What the gallery lays out; changes only with the places of the list and the head, not with a mark. A search shows what
 * it found, and nothing else.
 */
export function useGalleryPlan(): GalleryPlan {
  const head = useStore(useStores().galleryHead, ({ tiles }) => tiles)
  const shape = useGallery(useShallow(({ shape }) => shape && planned(shape)))
  const heldKey = useGallery((state) => heldPositions(state.rows, head).join())
  const searching = shape !== null && shape.text !== ''
  return useMemo(() => {
    if (searching) return galleryPlan(shape, [], [])
    return galleryPlan(shape, head, heldKey === '' ? [] : heldKey.split(',').map(Number))
  }, [shape, head, heldKey, searching])
}

const planned = ({ text, batchId, sort, stacks, total, days, ratios }: GalleryShape): PlannedShape => ({
  ...{ text, batchId, sort, stacks, total, days, ratios },
})
