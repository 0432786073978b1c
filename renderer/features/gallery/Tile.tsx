import { type ReactNode, useState } from 'react'
import { classNames } from '../../ui/classNames'

export interface TileBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface TileProps extends TileBox {
  /** Its number in the layout; the grid reads it from the element an event came from. */
  readonly tile: number
  readonly count: number
  readonly label: string
  readonly selected: boolean
  /** The one tile that Tab leads to. */
  readonly focusable: boolean
  /**
   * An image: once loaded, its pixels fill the tile in place of `children`. Null if the image is too large to show.
   */
  readonly imageId: string | null
  /** Below an image, while the tile is hovered or selected; not while its words stand in for the picture. */
  readonly caption: string | null
  /** A few words in a low row, which never gets a picture. */
  readonly low?: boolean
  readonly children?: ReactNode
}

/** One tile, in its place. An image on its way and the picture it becomes share one element. */
export function Tile(props: TileProps) {
  const { left, top, width, height, tile, count, label, selected, focusable, imageId, caption } = props
  // A tile that was visible before its picture is never empty: its content stays until the picture is painted.
  const [wasSeen] = useState(imageId === null)
  const [awaited, setAwaited] = useState(wasSeen)
  const isPicture = imageId !== null && !awaited
  return (
    <div
      role="option"
      data-tile={tile}
      aria-label={label}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={tile + 1}
      tabIndex={focusable ? 0 : -1}
      style={{ left, top, width, height }}
      className={classNames(
        'group absolute rounded-small outline-offset-1 focus-visible:outline-2 focus-visible:outline-text',
        !isPicture
          ? 'flex flex-col items-center justify-center gap-2 overflow-hidden border border-line text-center text-small text-dim'
          : 'bg-line',
        !isPicture && (props.low ? 'border-dashed px-3 hover:border-line-strong' : 'bg-raise p-3'),
        selected && 'outline-2 outline-accent focus-visible:outline-accent focus-visible:outline-3',
      )}
    >
      {!isPicture && props.children}
      {imageId !== null && (
        <img
          key="picture"
          src={`cyanotype://thumb/${imageId}`}
          alt=""
          decoding={wasSeen ? 'sync' : 'async'}
          {...(awaited ? { onLoad: () => setAwaited(false) } : {})}
          draggable={false}
          width={width}
          height={height}
          className="keep-colours absolute inset-0 size-full rounded-small object-cover"
        />
      )}
      {caption !== null && (imageId === null || isPicture) && (
        <span
          dir="auto"
          className={classNames(
            'pointer-events-none absolute inset-x-0 bottom-0 truncate rounded-b-small bg-shade px-2 py-1 text-left text-small text-white',
            !selected && 'invisible group-hover:visible',
          )}
        >
          {caption}
        </span>
      )}
    </div>
  )
}
