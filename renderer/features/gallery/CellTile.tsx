import { type Image, ratioOf } from '@shared/model/image'
import { noMarks } from '@shared/model/imageMarks'
import type { Job } from '@shared/model/job'
import type { QueueOverview } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { ImageOff } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import type { ComingTile, StackTile } from '../../stores/galleryHead'
import { findJob } from '../../stores/queueStore'
import { isSelected } from '../../stores/selectedImages'
import { useQueue, useSelection } from '../../stores/storesContext'
import { ProgressRing } from '../../ui/ProgressRing'
import type { GalleryCell } from './layout/galleryCell'
import type { TileBox } from './layout/rowBoxes'
import { markWords } from './marks/markWords'
import { useMarks } from './marks/useMarks'
import { outsideWords } from './outside/outsideWords'
import { unshownState, unshownWords } from './picture/unshownWords'
import { stackWords } from './stacks/stackWords'
import { Tile } from './Tile'

interface CellTileProps {
  readonly cell: GalleryCell
  readonly tile: number
  /** The total number of tiles. */
  readonly count: number
  readonly focusable: boolean
  /** Whether a frame that is being drawn selects it. */
  readonly framed: boolean
  /** Of its image, also before its row has been fetched: average colour as RGB565, 0 while unknown. */
  readonly colour: number
  /** Of the screen, per CSS pixel. */
  readonly pixelRatio: number
  readonly box: TileBox
  /** One for all tiles: the hook costs more than a tile's own work. */
  readonly t: TFunction
}

/**
 * A tile with its cell's content and name. One component for every state, so that a tile survives a change of state;
 * redrawn only when something in it changed, not with every row that scrolls into view.
 */
export const CellTile = memo(function CellTile({ cell, box, colour, framed, t, ...rest }: CellTileProps) {
  const face = useFace({ cell, box, colour, t })
  return <Tile {...box} {...rest} {...face} selected={framed || face.selected} />
}, isSame)

function isSame(a: CellTileProps, b: CellTileProps): boolean {
  return (
    a.tile === b.tile &&
    a.count === b.count &&
    a.focusable === b.focusable &&
    a.framed === b.framed &&
    a.colour === b.colour &&
    a.t === b.t &&
    a.pixelRatio === b.pixelRatio &&
    shown(a.cell) === shown(b.cell) &&
    a.box.left === b.box.left &&
    a.box.top === b.box.top &&
    a.box.width === b.box.width &&
    a.box.height === b.box.height
  )
}

function shown(cell: GalleryCell) {
  return cell.kind === 'head' ? cell.tile : (cell.image ?? cell.position)
}

type Face = Pick<
  ComponentProps<typeof Tile>,
  'label' | 'selected' | 'picture' | 'caption' | 'low' | 'marks' | 'outside' | 'stack' | 'draggable'
> & {
  readonly children?: ReactNode
}

function useFace({ cell, box, colour, t }: Pick<CellTileProps, 'cell' | 'box' | 'colour' | 't'>): Face {
  const image = cell.kind === 'image' ? cell.image : null
  const coming = cell.kind === 'head' && cell.tile.kind === 'coming' ? cell.tile : null
  const selected = useSelection((state) =>
    image === null ? state.ids.has(coming?.imageId ?? '') : isSelected(state, image),
  )
  const marks = useMarks(image ?? noImage)
  const job = useQueue(({ overview }) => jobOf(overview, coming))

  if (cell.kind === 'head' && cell.tile.kind === 'stack') {
    const { count, state } = cell.tile
    const children = (
      <span className="truncate">
        <span className="font-semibold text-text">{t('gallery.number', { count })}</span>{' '}
        {t(`gallery.${state}`, { count })}
      </span>
    )
    return { label: stackLabel(cell.tile), selected, picture: null, caption: null, low: true, children }
  }
  if (coming !== null) {
    const progress = job?.progress ?? null
    const stage = stageOf(job, coming)
    const state =
      stage === 'running' && progress !== null
        ? t('gallery.state.runningAt', { progress })
        : t(`gallery.state.${stage}`)
    const value = stage === 'running' ? progress : null
    const children = <Coming value={value} state={state} prompt={coming.prompt} />
    const label = t('gallery.tile', { ...placeOf(coming), state })
    const { imageId: id, ratio } = coming
    const picture = id === null ? null : { id, picture: 0, ratio, placeholder: null, colour }
    return { label, selected, picture, caption: null, children }
  }
  if (image === null) {
    const picture = { id: null, picture: 0, ratio: box.width / box.height, placeholder: null, colour }
    return { label: t('gallery.tileLoading'), selected, picture, caption: null }
  }
  const { outside, stack } = image
  const more = [...outsideWords(image, t), ...markWords(marks, t), ...stackWords(stack, t)]
  const caption = image.of === 1 ? image.prompt : t('gallery.caption', placeOf(image))
  if (!image.decoded) {
    const children = <Unshown image={image} caption={caption} />
    const state = [unshownState(image, t), ...more].join(', ')
    const label = t('gallery.tile', { ...placeOf(image), state })
    return { label, selected, marks, outside, stack, draggable: true, picture: null, caption: null, children }
  }
  const state = t('gallery.state.saved')
  const label = t('gallery.tile', {
    ...placeOf(image),
    state: [state, ...more].join(', '),
  })
  return {
    label,
    selected,
    marks,
    outside,
    stack,
    draggable: true,
    picture: {
      id: image.id,
      picture: image.picture,
      ratio: ratioOf(image),
      placeholder: image.placeholder,
      colour,
    },
    caption,
    children: <Coming state={state} prompt={image.prompt} />,
  }

  function stackLabel({ count, name, state }: StackTile): string {
    return name === null ? t(`gallery.stack.${state}`, { count }) : t('gallery.stack.batch', { count, name })
  }
}

const noImage = { id: '', number: 0, ...noMarks }

/** What stands for a picture that is saved, and can't be shown. */
function Unshown({ image, caption }: { readonly image: Image; readonly caption: string }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <ImageOff size={20} strokeWidth={1.5} aria-hidden />
      <span className="text-balance">{unshownWords(image, t, i18n.language)}</span>
      <span dir="auto" className="line-clamp-1 w-full text-faint">
        {caption}
      </span>
    </>
  )
}

interface ComingProps {
  /** Percent; null while unknown. */
  readonly value?: number | null
  readonly state: string
  readonly prompt: string
}

/** What a tile shows until its picture has loaded. */
function Coming({ value = null, state, prompt }: ComingProps) {
  return (
    <>
      <ProgressRing value={value} label={state} />
      <span dir="auto" className="line-clamp-2 w-full">
        {prompt}
      </span>
    </>
  )
}

function jobOf(overview: QueueOverview | null, coming: ComingTile | null): Job | null {
  return overview === null || coming === null ? null : findJob(overview, coming.jobId)
}

function stageOf(job: Job | null, coming: ComingTile | null): 'sending' | 'running' | 'saving' | 'saved' {
  if (coming !== null && coming.imageId !== null) return 'saved'
  const item = job?.items.find(({ index }) => index === coming?.index)
  if (job?.state === 'saving' || item?.state === 'ready') return 'saving'
  // A Direct request stays open until the images arrive: the service is working on it.
  return job?.state === 'sending' && job.mode === 'background' ? 'sending' : 'running'
}

function placeOf({ prompt, index, of }: Pick<ComingTile, 'prompt' | 'index' | 'of'>) {
  return { prompt, index: index + 1, of }
}
