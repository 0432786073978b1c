import type { Image } from '@shared/model/image'
import { type MarkChange, noMarks } from '@shared/model/imageMarks'
import { ChevronLeft, ChevronRight, SquareSplitHorizontal } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useAct } from '../../../parts/useAct'
import { useTranslation } from '../../../parts/useTranslation'
import type { ComparedSlot } from '../../../stores/comparedImages'
import { keyOf } from '../../../stores/keyboard'
import { marksShown } from '../../../stores/pendingMarks'
import { useApp, useStores } from '../../../stores/storesContext'
import { IconButton } from '../../../ui/IconButton'
import { Lightbox } from '../../../ui/Lightbox'
import { onFocusLost } from '../../../ui/onFocusLost'
import type { Deletes } from '../collections/leavableCollection'
import { LookBar } from '../look/LookBar'
import { LookHeader, type LookKey } from '../look/LookHeader'
import { lookArrows, panStep, stepKeys, zoomByKey } from '../look/lookKeys'
import { useFullScreen } from '../look/useFullScreen'
import { useNoteOpened } from '../look/useNoteOpened'
import { useUndoKeys } from '../look/useUndoKeys'
import { type Point, type Size, sizeOf } from '../look/zoom'
import { markOfKeys } from '../marks/markKeys'
import { useMarking } from '../marks/useMarking'
import { ComparedGrid } from './ComparedGrid'
import { compareTitle } from './comparedFacts'
import { createDecodings } from './decodings'
import { useComparedFacts } from './useComparedFacts'
import { useSharedZoom } from './useSharedZoom'

interface CompareProps {
  readonly slots: readonly ComparedSlot[]
  readonly onDelete: (image: Image, deletes: Deletes) => void
  readonly onClose: () => void
}

const keys: readonly LookKey[] = [
  { keys: 'P', does: 'keep' },
  { keys: 'X', does: 'reject' },
  { keys: 'U', does: 'unflag' },
  { keys: '0–5', does: 'rate' },
  { keys: ']', does: 'next' },
  { keys: 'S', does: 'slider' },
  { keys: 'Esc', does: 'back' },
]

const replaceKeys: Readonly<Record<string, 1 | -1>> = { ...stepKeys, '[': -1, ']': 1 }

/** Until it is known. */
const noSize: Size = { width: 1, height: 1 }

/**
 * Two to four images over the whole window, zoomed and moved as one. Keys act on the active one. What is selected in the
 * gallery stays selected.
 */
export function Compare({ slots, onDelete, onClose }: CompareProps) {
  const { t } = useTranslation()
  const { compared, pendingMarks, pictures, toasts } = useStores()
  const mac = useApp(({ platform }) => platform === 'darwin')
  const act = useAct()
  const mark = useMarking()
  const root = useRef<HTMLDivElement>(null)
  const activeKey = useStore(compared, ({ active }) => active)
  const [decodings] = useState(() => createDecodings(pictures.load))
  const shown = useStore(decodings, (state) => state.shown)
  const [stages, setStages] = useState<ReadonlyMap<number, Size>>(new Map())
  const [slides, setSlides] = useState(false)
  const fullScreen = useFullScreen()
  const onUndoKeys = useUndoKeys()
  const images = slots.map(({ image }) => image)
  const facts = useComparedFacts(images)
  useNoteOpened(images.map(({ id }) => id))
  useLayoutEffect(() => decodings.look(slots), [decodings, slots])
  useEffect(() => decodings.close, [decodings])

  const at = Math.max(
    0,
    slots.findIndex(({ key }) => key === activeKey),
  )
  const active = slots[at]
  const { zooms, pan } = useSharedZoom(
    slots.map(({ key, image }) => ({
      picture: sizeOf(shown.get(key)?.image ?? image),
      stage: stages.get(key) ?? noSize,
    })),
  )
  const zoom = zooms[at]

  const resize = (key: number, { width, height }: Size) =>
    setStages((before) => {
      const known = before.get(key)
      const isSame = known?.width === width && known.height === height
      return isSame ? before : new Map(before).set(key, { width, height })
    })

  const takeFocus = useCallback(() => root.current?.closest<HTMLElement>('[role=dialog]')?.focus(), [])
  // What had the focus may leave with its picture.
  useEffect(() => (root.current === null ? undefined : onFocusLost(root.current, takeFocus)), [takeFocus])

  /** Not while the one before it is still seen in its place. */
  const judge = (work: (image: Image) => void): void => {
    if (active !== undefined && shown.get(active.key)?.image.id === active.image.id) work(active.image)
  }
  const onMark = (image: Image, change: MarkChange) =>
    mark({ ids: new Set([image.id]), many: null }, change, {
      quiet: false,
      onUndone: () => {
        const slot = compared.getState().slots.find((one) => one.image.id === image.id)
        if (slot !== undefined) compared.activate(slot.key)
      },
    })

  /** Leads to the picture beside the active one, on which keys then act. */
  const frame = ({ x, y }: Point): void => {
    compared.step(x + y > 0 ? -1 : 1)
    takeFocus()
  }

  const toggleSlider = () => {
    if (slots.length !== 2) return toasts.show({ text: t('gallery.compare.sliderTwo'), action: null })
    if (slides) takeFocus()
    setSlides(!slides)
  }
  const replace = (way: 1 | -1) => void act(() => compared.replace(way))

  const onKey = (event: KeyboardEvent): boolean => {
    const { repeat, shiftKey } = event
    const key = keyOf(event)
    const change = markOfKeys(event, () =>
      active === undefined ? noMarks : marksShown(pendingMarks.getState(), active.image),
    )
    const arrow = lookArrows[key]
    const step = replaceKeys[key]
    if (change !== null) repeat || judge((image) => onMark(image, change))
    else if (arrow !== undefined && shiftKey && zooms.some(({ isLarger }) => isLarger))
      pan(at, { x: arrow.x * panStep, y: arrow.y * panStep })
    else if (arrow !== undefined) frame(arrow)
    else if (step !== undefined) replace(step)
    else if (zoom !== undefined && zoomByKey(key, zoom)) return true
    else if (key === 's') repeat || toggleSlider()
    else if (key === 'f') repeat || fullScreen.toggle()
    else if (key === 'Delete' || (mac && key === 'Backspace'))
      repeat || judge((image) => onDelete(image, { deletes: shiftKey }))
    else return false
    return true
  }

  return (
    <Lightbox
      title={t('gallery.compare.title')}
      onClose={onClose}
      onKeyDown={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
        if (isPlain ? onKey(event) : onUndoKeys(event)) event.preventDefault()
      }}
      onEscapeKeyDown={(event) => {
        if (!fullScreen.isOn) return
        event.preventDefault()
        fullScreen.leave()
      }}
    >
      <div ref={root} className="contents">
        <LookHeader
          {...compareTitle(
            images.map(({ prompt }) => prompt),
            t,
          )}
          position={null}
          keys={slots.length === 2 ? keys : keys.filter(({ does }) => does !== 'slider')}
          fullScreen={fullScreen}
          onClose={onClose}
        >
          {slots.length === 2 && (
            <IconButton
              icon={SquareSplitHorizontal}
              label={t('gallery.compare.slider')}
              aria-pressed={slides}
              className="aria-pressed:text-accent"
              onClick={toggleSlider}
            />
          )}
          <IconButton icon={ChevronLeft} label={t('gallery.compare.previous')} onClick={() => replace(-1)} />
          <IconButton icon={ChevronRight} label={t('gallery.compare.next')} onClick={() => replace(1)} />
        </LookHeader>
        <ComparedGrid
          slots={slots}
          zooms={zooms}
          shown={shown}
          facts={facts}
          active={active?.key ?? null}
          isSlider={slides && slots.length === 2}
          onActivate={compared.activate}
          onResize={resize}
          onAgain={decodings.again}
          onMark={onMark}
        />
        <LookBar zoom={zoom ?? null} facts={null} />
        <p role="status" className="sr-only">
          {active !== undefined &&
            t('gallery.compare.active', { ...placeOf(active.image), at: at + 1, count: slots.length })}
        </p>
      </div>
    </Lightbox>
  )
}

const placeOf = ({ prompt, index, of }: Image) => ({ prompt, index: index + 1, of })
