import { useGallery } from '../../stores/storesContext'
import type { GalleryPlan } from './layout/galleryPlan'
import { positionOfTile } from './layout/galleryPlan'
import { isHeader, type Layout } from './layout/layout'
import { tileBoxes } from './layout/rowBoxes'
import type { RowRange } from './layout/visibleRows'
import { cssColour } from './picture/cssColour'

interface MosaicProps {
  readonly plan: GalleryPlan
  readonly layout: Layout
  readonly drawn: RowRange
  readonly base: number
}

/**
 * The images in view as plain areas of their colours, while the list passes faster than anyone can look at it: so few
 * and light elements, used again in each frame, keep up with the thumb.
 */
export function Mosaic({ plan, layout, drawn, base }: MosaicProps) {
  const colours = useGallery(({ shape }) => shape?.colours)
  const areas = []
  for (let row = drawn.first; row <= drawn.last; row++) {
    if (isHeader(layout, row)) continue
    for (const [tile, { left, top, width, height }] of tileBoxes(layout, row)) {
      const colour = tile < plan.head.length ? 0 : (colours?.[positionOfTile(plan, tile)] ?? 0)
      const style = { left, top: top - base, width, height, backgroundColor: cssColour(colour) }
      areas.push(<div key={areas.length} style={style} className="absolute rounded-small bg-line" />)
    }
  }
  return <div aria-hidden>{areas}</div>
}
