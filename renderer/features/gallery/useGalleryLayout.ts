import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useApp, useGallery, useStores } from '../../stores/storesContext'
import { type GalleryPlan, galleryPlan, heldPositions } from './galleryPlan'
import { justifiedRows } from './justifiedRows'
import { type Layout, squareGrid } from './layout'

/** The gap between tiles, in CSS pixels. */
export const gap = 6
const headerHeight = 32

/** The row height that suits the width: 148 px at 592 px, capped, so that a wide screen shows more images. */
function targetHeight(width: number): number {
  return Math.round(Math.min(184, Math.max(128, width / 4)))
}

export interface GalleryLayout {
  readonly plan: GalleryPlan
  readonly layout: Layout
}

/**
 * The place of every tile for a width; computed again only when the list, the head or the width changes.
 * Chromium draws nothing below about 16 million px (at a density of 2), which is reached with about 300,000 images:
 * older ones can then be found by searching.
 */
export function useGalleryLayout(width: number): GalleryLayout {
  const head = useStore(useStores().galleryHead, ({ tiles }) => tiles)
  const shape = useGallery((state) => state.shape)
  const heldKey = useGallery((state) => heldPositions(state.rows, head).join())
  const kind = useApp(({ preferences }) => preferences.galleryLayout)
  const searching = shape !== null && shape.text !== ''

  const plan = useMemo(() => {
    if (searching) return galleryPlan(shape, [], [])
    return galleryPlan(shape, head, heldKey === '' ? [] : heldKey.split(',').map(Number))
  }, [shape, head, heldKey, searching])

  const layout = useMemo(() => {
    const options = { width, target: targetHeight(width), gap, headerHeight }
    return kind === 'grid'
      ? squareGrid(plan.sections, options)
      : justifiedRows(plan.ratios, plan.sections, options)
  }, [plan, width, kind])

  return useMemo(() => ({ plan, layout }), [plan, layout])
}
