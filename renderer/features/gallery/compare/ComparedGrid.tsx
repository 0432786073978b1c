import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import { useRef, useState } from 'react'
import type { ComparedSlot } from '../../../stores/comparedImages'
import { useContentSize } from '../../../ui/useContentSize'
import type { Shown } from '../look/decoding'
import type { Zoom } from '../look/useZoom'
import { type Size, sizeOf } from '../look/zoom'
import { ComparedPicture } from './ComparedPicture'
import { comparedColumns } from './columns'
import { Divider } from './Divider'

interface ComparedGridProps {
  readonly slots: readonly ComparedSlot[]
  /** Of each slot. */
  readonly zooms: readonly Zoom[]
  /** By the keys of the slots. */
  readonly shown: ReadonlyMap<number, Shown>
  /** What tells each image from the others, by id. */
  readonly facts: ReadonlyMap<string, readonly string[]>
  /** The key of the active slot. */
  readonly active: number | null
  /** Two pictures lie on one another, and a divider shows of which. */
  readonly isSlider: boolean
  readonly onActivate: (key: number) => void
  readonly onResize: (key: number, size: Size) => void
  readonly onAgain: (image: Image) => void
  readonly onMark: (image: Image, change: MarkChange) => void
}

/** Over both columns, above their captions. */
const bothStages = '1 / 1 / 2 / 3'

/** The pictures, side by side or one on the other. */
export function ComparedGrid({ slots, zooms, isSlider, ...props }: ComparedGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const room = useContentSize(grid)
  const [share, setShare] = useState(50)
  const images = slots.map(({ image }) => image)
  const columns = isSlider ? 2 : comparedColumns(images.map(sizeOf), room)
  const cuts = [`inset(0 ${100 - share}% 0 0)`, `inset(0 0 0 ${share}%)`]
  return (
    <div
      ref={grid}
      className="grid min-h-0 flex-1 gap-x-2 px-4"
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${slots.length / columns}, minmax(0, 1fr) auto)`,
      }}
    >
      {slots.map(({ key, image }, at) => {
        const zoom = zooms[at]
        const column = (at % columns) + 1
        const row = 2 * Math.floor(at / columns) + 1
        return (
          zoom !== undefined && (
            <ComparedPicture
              key={key}
              image={image}
              shown={props.shown.get(key) ?? null}
              zoom={zoom}
              facts={props.facts.get(image.id) ?? null}
              active={key === props.active}
              stageStyle={
                isSlider ? { gridArea: bothStages, clipPath: cuts[at] } : { gridArea: `${row} / ${column}` }
              }
              captionStyle={{ gridArea: `${row + 1} / ${column}` }}
              onActivate={() => props.onActivate(key)}
              onResize={(size) => props.onResize(key, size)}
              onAgain={props.onAgain}
              onMark={(change) => props.onMark(image, change)}
            />
          )
        )
      })}
      {isSlider && (
        <div className="pointer-events-none relative *:pointer-events-auto" style={{ gridArea: bothStages }}>
          <Divider share={share} onChange={setShare} />
        </div>
      )}
    </div>
  )
}
