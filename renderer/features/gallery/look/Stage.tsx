import type { Image } from '@shared/model/image'
import { ImageOff } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useAct } from '../../../parts/useAct'
import { useTranslation } from '../../../parts/useTranslation'
import { useStores } from '../../../stores/storesContext'
import { Button } from '../../../ui/Button'
import { classNames } from '../../../ui/classNames'
import { useContentSize } from '../../../ui/useContentSize'
import { unshownWords } from '../picture/unshownWords'
import type { Shown } from './decoding'
import { StagePicture } from './StagePicture'
import { useGestures } from './useGestures'
import type { Zoom } from './useZoom'
import type { Size } from './zoom'

interface StageProps {
  /** Its size in CSS pixels. */
  readonly onResize: (size: Size) => void
  readonly shown: Shown | null
  readonly zoom: Zoom
  /** Loads a picture again that failed. */
  readonly onAgain: (image: Image) => void
}

/** Where the picture is seen: by wheel, pointer and fingers it is zoomed and moved. */
export function Stage({ onResize, shown, zoom, onAgain }: StageProps) {
  const { t, i18n } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const size = useContentSize(stage)
  useLayoutEffect(() => onResize(size), [size, onResize])
  const gestures = useGestures(zoom)
  const isPicture = shown !== null && 'picture' in shown
  return (
    <div
      ref={stage}
      {...(isPicture ? gestures : {})}
      className={classNames(
        'relative min-h-0 flex-1 touch-none overflow-hidden',
        isPicture && zoom.isLarger && 'cursor-grab active:cursor-grabbing',
      )}
    >
      {isPicture && <StagePicture {...shown} stage={size} zoom={zoom} />}
      {shown !== null && 'words' in shown && (
        <div className="flex h-full flex-col items-center justify-center gap-2 p-4 text-center text-balance">
          <ImageOff size={32} strokeWidth={1.25} className="text-dim" aria-hidden />
          {shown.words === 'notDecoded' ? (
            <Words image={shown.image} title={unshownWords(shown.image, t, i18n.language)}>
              {shown.image.width > 0 &&
                t('gallery.details.pixels', { width: shown.image.width, height: shown.image.height })}
            </Words>
          ) : (
            <Words image={shown.image} title={t(`gallery.look.${shown.words}`)} onAgain={onAgain}>
              {t(`gallery.look.${shown.words}Hint`)}
            </Words>
          )}
        </div>
      )}
    </div>
  )
}

interface WordsProps {
  readonly image: Image
  readonly title: string
  readonly children: ReactNode
  readonly onAgain?: (image: Image) => void
}

/** In place of a picture, and what can be done instead; nothing of it costs anything. */
function Words({ image, title, children, onAgain }: WordsProps) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  return (
    <>
      <p className="font-medium">{title}</p>
      <p className="max-w-100 text-small text-faint">{children}</p>
      <div className="flex gap-2">
        {onAgain !== undefined && <Button onClick={() => onAgain(image)}>{t('gallery.look.again')}</Button>}
        <Button onClick={() => void act(() => client.call('images.reveal', { id: image.id }))}>
          {t('gallery.details.reveal')}
        </Button>
      </div>
    </>
  )
}
