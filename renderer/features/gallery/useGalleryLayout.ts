import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useGallery } from '../../stores/galleryContext'
import { useApp, useStores } from '../../stores/storesContext'
import { type GalleryPlan, galleryPlan, heldPositions } from './galleryPlan'
import { justifiedRows } from './justifiedRows'
import type { Layout } from './layout'
import { squareGrid } from './squareGrid'

/** Between tiles, in CSS pixels. */
export const gap = 6
const headerHeight = 32

/** Rows of the height that suits the width: 148 px at 592 px, capped, so that a wide screen shows more. */
function targetHeight(width: number): number {
  return Math.round(Math.min(184, Math.max(128, width / 4)))
}

export interface GalleryLayout {
  readonly plan: GalleryPlan
  readonly layout: Layout
}

/**
 * Where every tile stands for a width; computed again only when the list, the head or the width changes.
 * Chromium draws nothing below some 16 million px (at a density of 2), which about 300,000 images reach:
 * older ones are then found by searching.
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
