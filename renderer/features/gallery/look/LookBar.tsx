import { ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { ShownToast } from '../../../parts/ShownToast'
import { useTranslation } from '../../../parts/useTranslation'
import { useStores } from '../../../stores/storesContext'
import { toastIn } from '../../../stores/toastStore'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { Tooltip } from '../../../ui/Tooltip'
import type { Zoom } from './useZoom'

interface LookBarProps {
  /** Null while there is no picture. */
  readonly zoom: Zoom | null
  /** Not shown while it is told what was just done. */
  readonly facts: ReactNode
  /** After the zoom. */
  readonly children?: ReactNode
}

/** A row under the pictures: what was just done, or else their facts, and the zoom. */
export function LookBar({ zoom, facts, children }: LookBarProps) {
  const { toasts } = useStores()
  const toast = useStore(toasts, (state) => toastIn(state, 'view'))
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-end gap-x-3 px-4 text-small">
      <div className="flex min-w-40 flex-1">
        <div role="status" className="flex max-w-full min-w-0">
          {toast !== null && <ShownToast key={toast.id} toast={toast} />}
        </div>
        {toast === null && facts}
      </div>
      {zoom !== null && <ZoomButtons zoom={zoom} />}
      {children}
    </div>
  )
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
