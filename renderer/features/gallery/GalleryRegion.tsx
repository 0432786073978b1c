import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { ShowAllBatches } from '../../parts/ShowAllBatches'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { keyOf } from '../../stores/keyboard'
import { isTyping } from '../../stores/shortcuts'
import {
  useApp,
  useCommand,
  useGallery,
  useQueue,
  useShownBatch,
  useStores,
} from '../../stores/storesContext'
import { showsTrash, trashText } from '../../stores/trashShown'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { BatchBar } from './BatchBar'
import { useFollowShown } from './collections/useFollowShown'
import { GalleryBar } from './GalleryBar'
import { GalleryList } from './GalleryList'
import { useTellAsked } from './outside/useTellAsked'
import { RejectedBar } from './RejectedBar'
import { Sidebar } from './sidebar/Sidebar'
import { useSidebar } from './sidebar/useSidebar'
import { TrashBar } from './trash/TrashBar'
import { useTrash } from './trash/useTrash'
import { useDeleting } from './useDeleting'
import { type Selecting, useSelecting } from './useSelecting'
import { useTileSize } from './useTileSize'

/**
 * The images: arriving ones at the top, the library below. `children` are placed under the images and take their room
 * from them, so that they cover nothing.
 */
export function GalleryRegion({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const region = useRef<HTMLElement>(null)
  const selecting = useSelecting()
  const deleting = useDeleting()
  const tileSize = useTileSize()
  const trash = useTrash()
  const inTrash = useGallery(showsTrash)
  const isBatch = useShownBatch() !== null
  const state = useListState()
  const sidebar = useSidebar(region)
  useFollowShown()
  useTellAsked()
  useSelectAll(region, selecting)
  useCommand('library', sidebar.isShown ? sidebar.hide : sidebar.show)
  useCommand('deleteRejected', deleting.removeRejected)

  return (
    <section
      ref={region}
      aria-label={t('gallery.region')}
      tabIndex={-1}
      className="@container/gallery flex h-full min-w-0 bg-canvas focus:outline-none"
    >
      {sidebar.isShown && <Sidebar onHide={sidebar.hide} hideRef={sidebar.buttonRef} />}
      <div className="@container flex min-w-0 flex-1 flex-col">
        <GalleryBar tileSize={tileSize} sidebar={sidebar} trash={inTrash ? trash : null} />
        {isBatch && <BatchBar />}
        <RejectedBar />
        {inTrash && <TrashBar trash={trash} />}
        {state === 'list' ? (
          <GalleryList
            tileSize={tileSize}
            selecting={selecting}
            deleting={deleting}
            trash={inTrash ? trash : null}
          />
        ) : (
          <Nothing state={state} />
        )}
        {children}
      </div>
    </section>
  )
}

type ListState = 'loading' | 'list' | 'empty' | 'emptyBatch' | 'emptyTrash' | 'notFound' | 'failed'

function useListState(): ListState {
  const coming = useStore(useStores().galleryHead, ({ tiles }) => tiles.length > 0)
  return useGallery(({ shape, failure }) => {
    if (shape === null) return failure === null ? 'loading' : 'failed'
    if (shape.total > 0) return 'list'
    if (shape.text === trashText && shape.batchId === null) return 'emptyTrash'
    if (shape.text !== '') return 'notFound'
    if (coming) return 'list'
    return shape.batchId === null ? 'empty' : 'emptyBatch'
  })
}

function Nothing({ state }: { readonly state: Exclude<ListState, 'list'> }) {
  const { t } = useTranslation()
  const { commands, gallery } = useStores()
  const name = useQueue(({ overview }) => overview?.batch?.name ?? '')
  const text = useGallery(({ shape }) => shape?.text ?? '')
  const isBatch = useGallery(({ shape }) => shape !== null && shape.batchId !== null)
  const failure = useGallery((gallery) => gallery.failure)
  const errorText = useErrorText()
  const words = failure === null ? null : errorText(failure)
  return (
    <div className="grid min-h-0 flex-1 place-items-center pb-13">
      {state === 'empty' && <EmptyState title={t('gallery.emptyTitle')} hint={t('gallery.emptyHint')} />}
      {state === 'emptyBatch' && (
        <EmptyState title={t('batches.noImagesTitle', { name })} hint={t('batches.noImagesHint')}>
          <ShowAllBatches />
        </EmptyState>
      )}
      {state === 'emptyTrash' && (
        <EmptyState title={t('gallery.trash.emptyTitle')} hint={t('gallery.trash.emptyHint')} />
      )}
      {state === 'notFound' && (
        <EmptyState
          title={isBatch ? t('batches.noneTitle', { name, text }) : t('gallery.noneTitle', { text })}
          hint={
            <Button
              look="link"
              onClick={() => {
                void gallery.search({ text: '' })
                commands.run('search')
              }}
            >
              {t('gallery.clearSearch')}
            </Button>
          }
        >
          {isBatch && <ShowAllBatches />}
        </EmptyState>
      )}
      {state === 'failed' && words !== null && (
        <EmptyState title={words.cause} hint={words.next}>
          <Button className="mt-2" onClick={() => void gallery.refresh()}>
            {t('gallery.failedHint')}
          </Button>
        </EmptyState>
      )}
    </div>
  )
}

/** Mod+A selects all images and moves the focus to them, except while typing and in dialogs. */
function useSelectAll(region: RefObject<HTMLElement | null>, selecting: Selecting): void {
  const mac = useApp(({ platform }) => platform === 'darwin')
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const mod = mac ? event.metaKey : event.ctrlKey
      if (keyOf(event) !== 'a' || !mod || event.shiftKey || event.altKey) return
      if (event.defaultPrevented || isTyping(event.target)) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null) return
      event.preventDefault()
      region.current?.querySelector<HTMLElement>('[role="option"][tabindex="0"]')?.focus()
      selecting.all()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [mac, region, selecting])
}
