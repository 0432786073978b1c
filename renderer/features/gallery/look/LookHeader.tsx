import { Expand, Shrink, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { useShownKeys } from '../../../parts/useShownKeys'
import { useTranslation } from '../../../parts/useTranslation'
import { useGallery, useStores } from '../../../stores/storesContext'
import { IconButton } from '../../../ui/IconButton'
import type { FullScreen } from './useFullScreen'

interface LookHeaderProps {
  /** What the images are about. */
  readonly name: string
  /** What follows the name; shown whole, however long the name is. */
  readonly more?: string
  /** Of the image in the list, 1-based; null if it isn't known. */
  readonly position: number | null
  readonly keys: readonly LookKey[]
  readonly fullScreen: FullScreen
  readonly onClose: () => void
  /** More buttons. */
  readonly children?: ReactNode
}

export interface LookKey {
  readonly keys: string
  readonly does: 'keep' | 'reject' | 'unflag' | 'rate' | 'filmstrip' | 'next' | 'slider' | 'back'
}

/** Over the pictures: what they are about, how many of the list were kept and rejected, and the keys. */
export function LookHeader({ name, more, position, keys, fullScreen, onClose, children }: LookHeaderProps) {
  const { t } = useTranslation()
  const { toasts } = useStores()
  const shown = useShownKeys()
  const total = useGallery(({ shape }) => shape?.total ?? 0)
  const kept = useGallery(({ shape }) => shape?.flags.kept ?? 0)
  const rejected = useGallery(({ shape }) => shape?.flags.rejected ?? 0)
  useLayoutEffect(() => toasts.cover(), [toasts])
  return (
    <div className="flex min-h-11 items-center gap-3 px-4">
      <p dir="auto" title={name} className="selectable min-w-0 truncate font-semibold">
        {name}
      </p>
      {more !== undefined && <span className="-ml-2 shrink-0 text-dim">{more}</span>}
      {position !== null && (
        <span className="shrink-0 text-dim tabular-nums">{t('gallery.place', { position, total })}</span>
      )}
      {kept > 0 && <Chip look="bg-ok">{t('gallery.look.kept', { count: kept })}</Chip>}
      {rejected > 0 && <Chip look="bg-bad">{t('gallery.look.rejected', { count: rejected })}</Chip>}
      <ul className="ml-auto flex shrink-0 gap-3 text-small text-dim max-wide:hidden">
        {keys.map(({ keys, does }) => (
          <li key={does}>
            <kbd className="font-sans text-text">{shown(keys).join(' ')}</kbd> {t(`gallery.look.key.${does}`)}
          </li>
        ))}
      </ul>
      <div className="flex shrink-0 gap-1 max-wide:ml-auto">
        {children}
        <IconButton
          icon={fullScreen.isOn ? Shrink : Expand}
          label={t(fullScreen.isOn ? 'gallery.look.leaveFullScreen' : 'gallery.look.fullScreen')}
          onClick={fullScreen.toggle}
        />
        <IconButton icon={X} label={t('gallery.close')} onClick={onClose} />
      </div>
    </div>
  )
}

function Chip({ look, children }: { readonly look: string; readonly children: ReactNode }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5 rounded-medium border border-line bg-raise px-2 text-small leading-5.5 tabular-nums">
      <span aria-hidden className={`size-2 rounded-full ${look}`} />
      {children}
    </span>
  )
}
