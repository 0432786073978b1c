import type { Image } from '@shared/model/image'
import { fewImages } from '@shared/model/imageSelection'
import { ChevronLeft, ChevronRight, ImageOff, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useGallery, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { Lightbox } from '../../ui/Lightbox'
import type { GalleryCell } from './galleryCell'

interface QuickLookProps {
  readonly cell: GalleryCell | null
  /** Moves to the previous image (-1) or the next one (1). */
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** One image as large as the window allows, but never larger than its own size. */
export function QuickLook({ cell, onStep, onClose }: QuickLookProps) {
  const { t } = useTranslation()
  const total = useGallery(({ shape }) => shape?.total ?? 0)
  const image = cell?.kind === 'image' ? cell.image : null
  const position = cell?.kind === 'image' ? cell.position + 1 : 0

  useNoteOpened(image?.id ?? null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') onStep(-1)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') onStep(1)
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) onClose()
    else return
    event.preventDefault()
  }

  return (
    <Lightbox title={t('gallery.quickLook')} onClose={onClose} onKeyDown={onKeyDown}>
      <div className="flex min-h-0 flex-1 items-center justify-center p-4">
        {image !== null && !image.decoded && <TooLarge image={image} />}
        {image?.decoded && (
          <img
            key={image.id}
            src={`cyanotype://image/${image.id}`}
            alt={t('gallery.tile', {
              prompt: image.prompt,
              index: image.index + 1,
              of: image.of,
              state: t('gallery.state.saved'),
            })}
            width={image.width}
            height={image.height}
            className="keep-colours max-h-full w-auto max-w-full rounded-small bg-raise object-contain"
            style={{ height: 'auto', aspectRatio: `${image.width} / ${image.height}` }}
          />
        )}
      </div>
      <div className="flex items-center gap-4 border-t border-line bg-panel px-4 py-2">
        <p dir="auto" className="selectable min-w-0 flex-1 truncate text-left" title={image?.prompt}>
          {image?.prompt}
        </p>
        <span className="shrink-0 text-small text-dim">{t('gallery.place', { position, total })}</span>
        <div className="flex gap-1">
          <IconButton icon={ChevronLeft} label={t('gallery.previous')} onClick={() => onStep(-1)} />
          <IconButton icon={ChevronRight} label={t('gallery.next')} onClick={() => onStep(1)} />
          <IconButton icon={X} label={t('gallery.close')} onClick={onClose} />
        </div>
      </div>
    </Lightbox>
  )
}

/** Replaces the picture: the original would need more memory than the window has. */
function TooLarge({ image: { id, width, height } }: { readonly image: Image }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  return (
    <div className="flex flex-col items-center gap-2 text-center text-balance">
      <ImageOff size={32} strokeWidth={1.25} className="text-dim" aria-hidden />
      <p className="font-medium">{t('gallery.tooLarge')}</p>
      <p className="text-small text-faint">{t('gallery.details.pixels', { width, height })}</p>
      <Button onClick={() => void act(() => client.call('images.reveal', { id }))}>
        {t('gallery.details.reveal')}
      </Button>
    </div>
  )
}

/** Notes which images were opened once the view closes: a list of those that never were stays as it is until then. */
function useNoteOpened(id: string | null): void {
  const { client } = useStores()
  const act = useAct()
  const opened = useRef(new Set<string>())
  useEffect(() => {
    if (id !== null) opened.current.add(id)
  }, [id])
  const note = useEffectEvent(() => {
    const all = [...opened.current]
    opened.current.clear()
    for (let from = 0; from < all.length; from += fewImages)
      void act(() => client.call('images.open', { ids: all.slice(from, from + fewImages) }))
  })
  useEffect(() => () => note(), [])
}
