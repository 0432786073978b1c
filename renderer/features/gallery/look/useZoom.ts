import { useState } from 'react'
import { usePixelRatio } from '../../../ui/usePixelRatio'
import {
  type Box,
  boxOf,
  type Frame,
  isLarger,
  type Point,
  panned,
  type Size,
  showsSquares,
  type View,
  zoomedBy,
  zoomedStep,
  zoomOf,
  zoomToggled,
} from './zoom'

export interface Zoom {
  readonly box: Box
  /** Screen pixels per CSS pixel. */
  readonly density: number
  /** 100: one pixel of the picture is one pixel of the screen. */
  readonly percent: number
  /** Part of the picture is out of view. */
  readonly isLarger: boolean
  /** Pixels are drawn as squares. */
  readonly squares: boolean
  toggle(at?: Point): void
  step(way: 1 | -1): void
  /** Points are on the stage, in CSS pixels. */
  by(factor: number, at: Point): void
  pan(by: Point): void
}

/** How a picture is seen, as far as the user chose it; null for as large as fits. */
export type ChangeView = (next: (view: View | null) => View | null) => void

/** What is seen of a picture, and what changes that. */
export function zoomOn(frame: Frame, view: View | null, change: ChangeView): Zoom {
  return {
    box: boxOf(view, frame),
    density: frame.density,
    percent: Math.round(zoomOf(view, frame) * 100),
    isLarger: isLarger(view, frame),
    squares: showsSquares(view, frame),
    toggle: (at) => change((before) => zoomToggled(before, frame, at)),
    step: (way) => change((before) => zoomedStep(before, frame, way)),
    by: (factor, at) => change((before) => zoomedBy(before, frame, factor, at)),
    pan: (by) => change((before) => panned(before, frame, by)),
  }
}

/**
 * How a picture is seen. The zoom and the place that the user has chosen stay for the next picture of the same size,
 * so that the same part of both is compared; a picture of another size fits.
 */
export function useZoom(picture: Size, stage: Size): Zoom {
  const density = usePixelRatio()
  const [chosen, setChosen] = useState<{ readonly view: View; readonly of: Size } | null>(null)
  const isOfAnother =
    chosen !== null && (chosen.of.width !== picture.width || chosen.of.height !== picture.height)
  if (isOfAnother) setChosen(null)
  const view = isOfAnother ? null : (chosen?.view ?? null)
  /** Several may come before the next drawing: each continues from the one before. */
  return zoomOn({ picture, stage, density }, view, (next) =>
    setChosen((before) => {
      const found = next(before?.view ?? null)
      return found === null ? null : { view: found, of: picture }
    }),
  )
}
