import type { ImageStack } from '@shared/model/image'
import { type ImageMarks, noMarks } from '@shared/model/imageMarks'
import type { Outside } from '@shared/model/upkeep'
import { type ReactNode, useCallback, useState } from 'react'
import { classNames } from '../../ui/classNames'
import type { TileBox } from './layout/rowBoxes'
import { MarkBadge } from './marks/MarkBadge'
import { OutsideBadge } from './outside/OutsideBadge'
import { TilePicture, type TilePictureProps } from './picture/TilePicture'
import { StackBadge, StackBand } from './stacks/StackBadge'

export type ShownPicture = Pick<TilePictureProps, 'id' | 'picture' | 'placeholder' | 'colour' | 'ratio'>

interface TileProps extends TileBox {
  /** Its number in the layout; the grid reads it from the element an event came from. */
  readonly tile: number
  readonly count: number
  readonly label: string
  readonly selected: boolean
  /** The one tile that Tab leads to. */
  readonly focusable: boolean
  /** Fills the tile, in place of `children` once it has been drawn. Null while there is none, or if it is too large. */
  readonly picture: ShownPicture | null
  /** Below an image, while the tile is hovered or selected; not while its words stand in for the picture. */
  readonly caption: string | null
  /** Default none. A rejected picture is dimmed. */
  readonly marks?: ImageMarks
  /** Default null. */
  readonly outside?: Outside | null
  /** Default none. */
  readonly stack?: ImageStack | undefined
  /** A few words in a low row, which never gets a picture. */
  readonly low?: boolean
  /** Whether it can be dragged to other programs. Default not. */
  readonly draggable?: boolean
  /** Of the screen, per CSS pixel. */
  readonly pixelRatio: number
  readonly children?: ReactNode
}

/** One tile, in its place. An image on its way and the picture it becomes share one element. */
export function Tile(props: TileProps) {
  const { left, top, width, height, tile, count, label, selected, focusable, picture, caption } = props
  const { marks = noMarks, stack } = props
  // A tile that was visible before its picture is never empty: its content stays until the picture is drawn.
  const [awaited, setAwaited] = useState(picture === null)
  const isPicture = picture !== null && !awaited
  const onDrawn = useCallback(() => setAwaited(false), [])
  return (
    <div
      role="option"
      data-tile={tile}
      draggable={props.draggable}
      aria-label={label}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={tile + 1}
      tabIndex={focusable ? 0 : -1}
      style={{ left, top, width, height }}
      className={classNames(
        'group absolute rounded-small outline-offset-1',
        selected
          ? 'outline-2 outline-accent focus-visible:outline-3'
          : // However the focus got there: the next key acts on it.
            'focus:outline-2 focus:outline-text',
        !isPicture
          ? 'flex flex-col items-center justify-center gap-2 overflow-hidden border border-line text-center text-small text-dim'
          : 'bg-line',
        !isPicture && (props.low ? 'border-dashed px-3 hover:border-line-strong' : 'bg-raise p-3'),
        stack !== undefined && 'isolate',
      )}
    >
      {stack !== undefined && <StackBand {...stack} />}
      {!isPicture && props.children}
      {picture !== null && (
        <TilePicture
          key={picture.id}
          {...picture}
          width={width}
          height={height}
          pixelRatio={props.pixelRatio}
          shown={isPicture}
          dimmed={marks.flag === 'rejected'}
          onDrawn={onDrawn}
        />
      )}
      <MarkBadge {...marks} />
      <OutsideBadge outside={props.outside ?? null} isBelow={stack?.at === 0} />
      {stack !== undefined && <StackBadge {...stack} />}
      {caption !== null && (picture === null || isPicture) && (
        <span
          dir="auto"
          className={classNames(
            'pointer-events-none absolute inset-x-0 bottom-0 truncate rounded-b-small bg-caption px-2 py-1 text-left text-small text-white',
            !selected && 'invisible group-hover:visible',
          )}
        >
          {caption}
        </span>
      )}
    </div>
  )
}
