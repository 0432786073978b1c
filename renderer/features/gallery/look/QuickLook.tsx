import type { Image } from '@shared/model/image'
import { type MarkChange, noMarks } from '@shared/model/imageMarks'
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useUndo } from '../../../parts/useUndo'
import { marksShown } from '../../../stores/pendingMarks'
import { useApp, useStores } from '../../../stores/storesContext'
import { toastIn } from '../../../stores/toastStore'
import { Lightbox } from '../../../ui/Lightbox'
import { markOfKeys } from '../marks/markKeys'
import { createDecoding } from './decoding'
import { LookBar } from './LookBar'
import { Stage } from './Stage'
import { useFullScreen } from './useFullScreen'
import { useNoteOpened } from './useNoteOpened'
import { useZoom } from './useZoom'
import type { Size } from './zoom'

interface QuickLookProps {
  /** Null until its row has been fetched: what was shown stays. */
  readonly image: Image | null
  /** 1-based. */
  readonly position: number
  /** Those that may be next, the likeliest first. */
  readonly near: readonly Image[]
  /** Moves to the previous image (-1) or the next one (1). */
  readonly onStep: (way: 1 | -1) => void
  readonly onDelete: (image: Image) => void
  readonly onMark: (image: Image, change: MarkChange) => void
  readonly onClose: () => void
}

/** How far an arrow key moves a picture, in CSS pixels. */
const panStep = 80

const arrows: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

const stepKeys: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1, ',': -1, '.': 1 }

/** Until it is known. */
const noSize: Size = { width: 1, height: 1 }

/**
 * One image over the whole window, and its neighbours by key. Arrows go to the next image while the whole picture is in
 * view, and else move it. What is selected in the gallery stays selected.
 */
export function QuickLook({ image, position, near, onStep, onDelete, onMark, onClose }: QuickLookProps) {
  const { t } = useTranslation()
  const mac = useApp(({ platform }) => platform === 'darwin')
  const { pendingMarks, pictures } = useStores()
  const [decoding] = useState(() => createDecoding(pictures.load))
  const shown = useStore(decoding, (state) => state.shown)
  const [stage, setStage] = useState<Size>(noSize)
  const zoom = useZoom(shown?.image ?? image ?? noSize, stage)
  const fullScreen = useFullScreen()
  const onUndoKeys = useUndoKeys(mac)
  /** Not while the one before it is still seen: what was just deleted would seem to be there yet. */
  const isInView = shown === null || shown.image.id === image?.id
  useNoteOpened(image?.id ?? null)
  useLayoutEffect(() => decoding.look(image, near))
  useEffect(() => decoding.close, [decoding])

  const act = (event: KeyboardEvent): boolean => {
    const { key, repeat, target } = event
    const change = markOfKeys(event, () =>
      image === null ? noMarks : marksShown(pendingMarks.getState(), image),
    )
    const arrow = arrows[key]
    const step = stepKeys[key]
    if (change !== null) judge(repeat, (one) => onMark(one, change))
    else if (arrow !== undefined && zoom.isLarger) zoom.pan({ x: arrow.x * panStep, y: arrow.y * panStep })
    else if (arrow !== undefined) onStep(arrow.x + arrow.y > 0 ? -1 : 1)
    else if (step !== undefined) onStep(step)
    else if (key === '+' || key === '=') zoom.step(1)
    else if (key === '-' || key === '_') zoom.step(-1)
    else if (key.toLowerCase() === 'z') zoom.toggle()
    else if (key.toLowerCase() === 'f') repeat || fullScreen.toggle()
    else if (key === ' ' && !(target instanceof HTMLButtonElement)) onClose()
    else if (key === 'Delete' || (mac && key === 'Backspace')) judge(repeat, onDelete)
    else return false
    return true
  }

  /** Holding the key down would judge the next image too, and the one after that. */
  const judge = (repeat: boolean, act: (image: Image) => void): void => {
    if (image !== null && isInView && !repeat) act(image)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (isPlain ? act(event) : onUndoKeys(event)) event.preventDefault()
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
      <Stage onResize={setStage} shown={shown} zoom={zoom} onAgain={decoding.again} />
      <LookBar
        image={image}
        position={position}
        zoom={shown !== null && 'picture' in shown ? zoom : null}
        fullScreen={fullScreen}
        onStep={onStep}
        onMark={(change) => judge(false, (one) => onMark(one, change))}
        onClose={onClose}
      />
    </Lightbox>
  )
}

/** The keys of what the bar offers to undo or to do again; nothing that was done before acts from here. */
function useUndoKeys(mac: boolean): (event: KeyboardEvent) => boolean {
  const { toasts } = useStores()
  const { undo, redo } = useUndo()
  return ({ key, ctrlKey, metaKey, shiftKey, altKey }) => {
    const offered = toastIn(toasts.getState(), 'view')?.action
    const isMod = mac ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (!isMod || altKey || offered === undefined || offered === null || !('way' in offered)) return false
    const letter = key.toLowerCase()
    const way = letter === 'z' ? (shiftKey ? 'redo' : 'undo') : letter === 'y' && !mac ? 'redo' : null
    if (way !== offered.way) return false
    if (way === 'undo') undo(offered.step)
    else redo()
    return true
  }
}
