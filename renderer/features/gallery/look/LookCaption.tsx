import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import type { TFunction } from 'i18next'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ShownToast } from '../../../parts/ShownToast'
import { useStores } from '../../../stores/storesContext'
import { toastIn } from '../../../stores/toastStore'
import { imageCostWords } from '../../../text/costWords'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { Tooltip } from '../../../ui/Tooltip'
import { MarkButtons } from '../marks/MarkButtons'
import { useMarks } from '../marks/useMarks'
import type { Told } from './useTold'
import type { Zoom } from './useZoom'

interface LookCaptionProps {
  /** Null until its row has been fetched. */
  readonly image: Image | null
  readonly told: Told | null
  /** Null while there is no picture. */
  readonly zoom: Zoom | null
  readonly onMark: (change: MarkChange) => void
}

/** Under a picture: what tells it from the others, or what was just done, and its marks. */
export function LookCaption({ image, told, zoom, onMark }: LookCaptionProps) {
  const { t } = useTranslation()
  const { toasts } = useStores()
  const toast = useStore(toasts, (state) => toastIn(state, 'view'))
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-end gap-x-3 px-4 text-small">
      <div className="flex min-w-40 flex-1">
        <div role="status" className="flex max-w-full min-w-0">
          {toast !== null && <ShownToast key={toast.id} toast={toast} />}
        </div>
        {toast === null && told !== null && <LookFacts told={told} differs={differsOf(told, t)} />}
      </div>
      {zoom !== null && <ZoomButtons zoom={zoom} />}
      {image !== null && <Marks image={image} onMark={onMark} />}
    </div>
  )
}

interface LookFactsProps {
  readonly told: Told
  /** What tells it from those beside it; empty if nothing does. */
  readonly differs: string
}

/** What differs, then size and cost. */
function LookFacts({ told: { image, cost }, differs }: LookFactsProps) {
  const { t } = useTranslation()
  const { width, height } = image
  return (
    <p className="selectable flex min-w-0 flex-1 gap-2 text-left" title={image.prompt}>
      {differs !== '' && (
        <b dir="auto" className="truncate font-semibold">
          {differs}
        </b>
      )}
      <span className="shrink-0 text-dim tabular-nums">
        {[
          t('gallery.details.pixels', { width, height }),
          ...(cost === null ? [] : [imageCostWords(cost, t)]),
        ].join(', ')}
      </span>
    </p>
  )
}

/** What tells an image from the others of its batch, or of its request; empty if nothing does. */
function differsOf({ image, inBatch }: Told, t: TFunction): string {
  const { differs = '', place = null } = inBatch ?? {}
  if (differs !== '') return differs
  if (place !== null) return t('gallery.look.tryOf', place)
  return image.of > 1 ? t('gallery.look.imageOf', { index: image.index + 1, of: image.of }) : ''
}

function ZoomButtons({ zoom }: { readonly zoom: Zoom }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-1">
      <IconButton icon={ZoomOut} label={t('gallery.look.zoomOut')} onClick={() => zoom.step(-1)} />
      <Tooltip text={t('gallery.look.toggle')}>
        <Button
          look="ghost"
          className="w-16 text-small tabular-nums"
          aria-label={t('gallery.look.toggleAt', { percent: zoom.percent })}
          onClick={() => zoom.toggle()}
        >
          {t('gallery.look.percent', { percent: zoom.percent })}
        </Button>
      </Tooltip>
      <IconButton icon={ZoomIn} label={t('gallery.look.zoomIn')} onClick={() => zoom.step(1)} />
    </div>
  )
}

interface MarksProps {
  readonly image: Image
  readonly onMark: (change: MarkChange) => void
}

function Marks({ image, onMark }: MarksProps) {
  return <MarkButtons marks={useMarks(image)} onMark={onMark} />
}
