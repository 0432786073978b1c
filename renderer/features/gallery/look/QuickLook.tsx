import type { Image } from '@shared/model/image'
import { type MarkChange, noMarks } from '@shared/model/imageMarks'
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useLibraryOnly } from '../../../parts/useLibraryOnly'
import { useTranslation } from '../../../parts/useTranslation'
import { type Verb, VerbItems } from '../../../parts/Verbs'
import { keyOf } from '../../../stores/keyboard'
import { marksShown } from '../../../stores/pendingMarks'
import { useApp, useGallery, useStores } from '../../../stores/storesContext'
import { IconButton } from '../../../ui/IconButton'
import { Lightbox } from '../../../ui/Lightbox'
import { Menu } from '../../../ui/Menu'
import type { Deletes } from '../collections/leavableCollection'
import { cellAt, imageAtTile } from '../layout/galleryCell'
import type { GalleryPlan } from '../layout/galleryPlan'
import { markOfKeys } from '../marks/markKeys'
import type { Decoding } from './decoding'
import { Filmstrip } from './Filmstrip'
import { LookCaption } from './LookCaption'
import { LookHeader, type LookKey } from './LookHeader'
import { lookArrows, panStep, stepKeys, zoomByKey } from './lookKeys'
import { Stage } from './Stage'
import { useFilmstrip } from './useFilmstrip'
import { useFullScreen } from './useFullScreen'
import { useLookedImage } from './useLookedImage'
import { useNoteOpened } from './useNoteOpened'
import { useTold } from './useTold'
import { useUndoKeys } from './useUndoKeys'
import { useZoom } from './useZoom'
import { type Size, sizeOf } from './zoom'

interface QuickLookProps {
  readonly plan: GalleryPlan
  /** Of the image that is looked at, and its key. While its row is being fetched, what was shown stays. */
  readonly at: { readonly tile: number; readonly key: string | null }
  /** It may hold the image already. */
  readonly decoding: Decoding
  /** Goes to another tile, if it is an image. */
  readonly onGo: (tile: number) => void
  readonly verbsOf: (image: Image) => readonly Verb[]
  /** Of a key that does nothing here: true if it did something with the image. */
  readonly onKey: (event: KeyboardEvent, image: Image) => boolean
  readonly onDelete: (image: Image, deletes: Deletes) => void
  readonly onMark: (image: Image, change: MarkChange) => void
  /** Queues the request of an image once more, by its id. */
  readonly onAgain: (id: string) => void
  readonly onClose: () => void
}

const keys: readonly LookKey[] = [
  { keys: 'P', does: 'keep' },
  { keys: 'X', does: 'reject' },
  { keys: 'U', does: 'unflag' },
  { keys: '0–5', does: 'rate' },
  { keys: 'T', does: 'filmstrip' },
  { keys: 'Esc', does: 'back' },
]

/** Until it is known. */
const noSize: Size = { width: 1, height: 1 }

/**
 * One image over the whole window, and its neighbours by key. Arrows go to the next image while the whole picture is in
 * view, and else move it. What is selected in the gallery stays selected.
 */
export function QuickLook(props: QuickLookProps) {
  const { plan, at, decoding, verbsOf, onGo, onKey, onDelete, onClose } = props
  const { tile } = at
  const { t } = useTranslation()
  const rows = useGallery((state) => state.rows)
  const cell = cellAt(plan, rows, tile)
  const looked = useLookedImage(plan, at)
  const { image } = looked
  /** Those that may be next, the likeliest first. */
  const near = [1, -1].flatMap((way) => imageAtTile(plan, rows, tile + way) ?? [])
  const onStep = (way: 1 | -1) => onGo(tile + way)
  const mac = useApp(({ platform }) => platform === 'darwin')
  const { dialogs, pendingMarks } = useStores()
  const shown = useStore(decoding, (state) => state.shown)
  const [stage, setStage] = useState<Size>(noSize)
  const zoom = useZoom(sizeOf(shown?.image ?? image ?? noSize), stage)
  const fullScreen = useFullScreen()
  const filmstrip = useFilmstrip()
  const told = useTold(image)
  const onUndoKeys = useUndoKeys()
  const libraryOnly = useLibraryOnly()
  /** Not while the one before it is still seen: what was just deleted would seem to be there yet. */
  const isInView = shown === null || shown.image.id === image?.id
  useNoteOpened(image === null ? [] : [image.id])
  useLayoutEffect(() => decoding.look(image, near))
  useEffect(() => decoding.close, [decoding])

  const act = (event: KeyboardEvent): boolean => {
    const { repeat, shiftKey, target } = event
    const key = keyOf(event)
    const change = markOfKeys(event, () =>
      image === null ? noMarks : marksShown(pendingMarks.getState(), image),
    )
    const arrow = lookArrows[key]
    const step = stepKeys[key]
    if (change !== null) judge(repeat, (one) => mark(one, change))
    else if (arrow !== undefined && shiftKey && zoom.isLarger)
      zoom.pan({ x: arrow.x * panStep, y: arrow.y * panStep })
    else if (arrow !== undefined) onStep(arrow.x + arrow.y > 0 ? -1 : 1)
    else if (step !== undefined) onStep(step)
    else if (zoomByKey(key, zoom)) return true
    else if (key === 'f') repeat || fullScreen.toggle()
    else if (key === 't') repeat || filmstrip.toggle()
    else if (key === 'a') judge(repeat, collect)
    else if (key === 'g') judge(repeat, queueAgain)
    else if (key === ' ' && !(target instanceof HTMLButtonElement)) onClose()
    else if (key === 'Delete' || (mac && key === 'Backspace'))
      judge(repeat, (one) => onDelete(one, { deletes: shiftKey }))
    else return false
    return true
  }

  /** Holding the key down would judge the next image too, and the one after that. */
  const judge = (repeat: boolean, act: (image: Image) => void): void => {
    if (image !== null && isInView && !repeat) act(image)
  }

  const queueAgain = ({ id, isBrought }: Image) => {
    if (!isBrought) props.onAgain(id)
  }

  const mark = (one: Image, change: MarkChange) => {
    looked.mark(change)
    props.onMark(one, change)
  }

  const collect = ({ id }: Image) =>
    libraryOnly(() => dialogs.show({ kind: 'collect', images: { ids: new Set([id]), many: null } }))

  const onKeyDown = (event: KeyboardEvent) => {
    // React also hands over the keys of the open menu, which isn't part of the view.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const done = isPlain
      ? act(event)
      : onUndoKeys(event) || (image !== null && isInView && onKey(event, image))
    if (done) event.preventDefault()
  }

  return (
    <Lightbox
      title={t('gallery.quickLook')}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onEscapeKeyDown={(event) => {
        if (!fullScreen.isOn) return
        event.preventDefault()
        fullScreen.leave()
      }}
    >
      <LookHeader
        name={told?.inBatch?.about || ((told?.image ?? image)?.prompt ?? '')}
        position={cell?.kind === 'image' ? cell.position + 1 : null}
        keys={keys}
        fullScreen={fullScreen}
        onClose={onClose}
      >
        <IconButton icon={ChevronLeft} label={t('gallery.previous')} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronRight} label={t('gallery.next')} onClick={() => onStep(1)} />
        {image !== null && (
          <Menu icon={Ellipsis} label={t('gallery.menu')}>
            <VerbItems verbs={verbsOf(image)} />
          </Menu>
        )}
      </LookHeader>
      <Stage onResize={setStage} shown={shown} zoom={zoom} onAgain={decoding.again} />
      <LookCaption
        image={image}
        told={told}
        zoom={shown !== null && 'picture' in shown ? zoom : null}
        onMark={(change) => judge(false, (one) => mark(one, change))}
      />
      {filmstrip.isShown && (
        <Filmstrip
          plan={plan}
          tile={tile}
          looked={cell?.kind === 'image' && cell.image !== null ? [cell.image.id] : []}
          onGo={onGo}
        />
      )}
    </Lightbox>
  )
}
