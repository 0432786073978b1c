import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import { ChevronLeft, ChevronRight, Expand, Shrink, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ShownToast } from '../../../parts/ShownToast'
import { useGallery, useStores } from '../../../stores/storesContext'
import { toastIn } from '../../../stores/toastStore'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { Tooltip } from '../../../ui/Tooltip'
import { MarkButtons } from '../marks/MarkButtons'
import { useMarks } from '../marks/useMarks'
import type { FullScreen } from './useFullScreen'
import type { Zoom } from './useZoom'

interface LookBarProps {
  /** Null until its row has been fetched. */
  readonly image: Image | null
  /** 1-based. */
  readonly position: number
  /** Null while there is no picture. */
  readonly zoom: Zoom | null
  readonly fullScreen: FullScreen
  readonly onStep: (way: 1 | -1) => void
  readonly onMark: (change: MarkChange) => void
  readonly onClose: () => void
}

/** Under the picture: what it is, what was just done, and the keys as buttons. */
export function LookBar({ image, position, zoom, fullScreen, onStep, onMark, onClose }: LookBarProps) {
  const { t } = useTranslation()
  const { toasts } = useStores()
  const toast = useStore(toasts, (state) => toastIn(state, 'view'))
  useLayoutEffect(() => toasts.cover(), [toasts])
  const total = useGallery(({ shape }) => shape?.total ?? 0)
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t border-line bg-panel px-4 py-2">
      <div className="flex min-w-40 flex-1">
        <div role="status" className="flex max-w-full min-w-0">
          {toast !== null && <ShownToast key={toast.id} toast={toast} />}
        </div>
        {toast === null && (
          <p dir="auto" className="selectable min-w-0 flex-1 truncate text-left" title={image?.prompt}>
            {image?.prompt}
          </p>
        )}
      </div>
      {image !== null && <Marks image={image} onMark={onMark} />}
      <span className="shrink-0 text-small text-dim tabular-nums">
        {t('gallery.place', { position, total })}
      </span>
      {zoom !== null && (
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
      )}
      <div className="flex gap-1">
        <IconButton
          icon={fullScreen.isOn ? Shrink : Expand}
          label={t(fullScreen.isOn ? 'gallery.look.leaveFullScreen' : 'gallery.look.fullScreen')}
          onClick={fullScreen.toggle}
        />
        <IconButton icon={ChevronLeft} label={t('gallery.previous')} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronRight} label={t('gallery.next')} onClick={() => onStep(1)} />
        <IconButton icon={X} label={t('gallery.close')} onClick={onClose} />
      </div>
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
