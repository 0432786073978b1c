import { useState } from 'react'
import { usePixelRatio } from '../../../ui/usePixelRatio'
import { type Zoom, zoomOn } from '../look/useZoom'
import type { Point, Size } from '../look/zoom'
import { comparedSizes, type SharedView, sharedBy, viewIn } from './sharedView'

interface Staged {
  readonly picture: Size
  readonly stage: Size
}

interface SharedZoom {
  /** Of each picture. */
  readonly zooms: readonly Zoom[]
  /** Moves all by CSS pixels along one side, as if by the picture `at`, or else by one that is partly out of view there. */
  pan(at: number, by: Point): void
}

/** How each of the pictures is seen; what is done to one of them is done to all. */
export function useSharedZoom(staged: readonly Staged[]): SharedZoom {
  const density = usePixelRatio()
  const [shared, setShared] = useState<SharedView | null>(null)
  const sizes = comparedSizes(staged.map(({ picture }) => picture))
  const zooms = staged.map(({ stage, picture }, at) => {
    const frame = { picture: sizes[at] ?? picture, stage, density }
    /** Several may come before the next drawing: each continues from the one before. */
    return zoomOn(frame, viewIn(shared, frame), (next) =>
      setShared((before) => sharedBy(next(viewIn(before, frame)), frame, before)),
    )
  })
  return {
    zooms,
    pan(at, by) {
      const isOut = ({ box }: Zoom, at: number): boolean => {
        const { width = 0, height = 0 } = staged[at]?.stage ?? {}
        return by.x === 0 ? box.height > height : box.width > width
      }
      const own = zooms[at]
      const moved = own !== undefined && isOut(own, at) ? own : zooms.find(isOut)
      moved?.pan(by)
    },
  }
}
