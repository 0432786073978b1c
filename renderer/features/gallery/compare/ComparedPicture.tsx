import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import type { CSSProperties } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { classNames } from '../../../ui/classNames'
import type { Shown } from '../look/decoding'
import { LookFacts } from '../look/LookFacts'
import { Stage } from '../look/Stage'
import type { Zoom } from '../look/useZoom'
import type { Size } from '../look/zoom'
import { MarkButtons } from '../marks/MarkButtons'
import { useMarks } from '../marks/useMarks'

interface ComparedPictureProps {
  readonly image: Image
  /** Null until something of it is decoded. */
  readonly shown: Shown | null
  readonly zoom: Zoom
  /** What tells it from the others; null until that is known. */
  readonly facts: readonly string[] | null
  /** Keys act on it. */
  readonly active: boolean
  /** Where its stage and its caption are in the grid, and what is cut off of the stage. */
  readonly stageStyle: CSSProperties
  readonly captionStyle: CSSProperties
  readonly onActivate: () => void
  readonly onResize: (size: Size) => void
  readonly onAgain: (image: Image) => void
  readonly onMark: (change: MarkChange) => void
}

/** One of the pictures that are compared, with what tells it from the others under it. */
export function ComparedPicture(props: ComparedPictureProps) {
  const { image, shown, zoom, facts, active, stageStyle, captionStyle, onActivate } = props
  const { t } = useTranslation()
  const marks = useMarks(image)
  const { prompt, index, of } = image
  return (
    <>
      <div
        style={stageStyle}
        onPointerDownCapture={onActivate}
        className={classNames(
          'relative flex min-h-0 min-w-0',
          active &&
            'after:pointer-events-none after:absolute after:inset-0 after:rounded-small after:border-2 after:border-accent',
        )}
      >
        <Stage onResize={props.onResize} shown={shown} zoom={zoom} onAgain={props.onAgain} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no part of a form */}
      <div
        role="group"
        aria-label={t('gallery.caption', { prompt, index: index + 1, of })}
        aria-current={active}
        style={captionStyle}
        onFocus={onActivate}
        className="flex min-h-9 min-w-0 flex-wrap items-center justify-end gap-x-3 px-2 text-small"
      >
        <div className="flex min-w-40 flex-1">
          {facts !== null && <LookFacts prompt={prompt} apart={facts} rest={[]} />}
        </div>
        <MarkButtons marks={marks} onMark={props.onMark} />
      </div>
    </>
  )
}
