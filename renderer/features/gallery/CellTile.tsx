import type { Job } from '@shared/model/job'
import { useTranslation } from 'react-i18next'
import { useSelection } from '../../stores/galleryContext'
import type { ComingTile as Coming, StackTile as Stack } from '../../stores/galleryHead'
import { findJob } from '../../stores/queueStore'
import { useQueue } from '../../stores/storesContext'
import { ProgressRing } from '../../ui/ProgressRing'
import type { GalleryCell } from './galleryCell'
import { Tile, type TileBox } from './Tile'

interface CellTileProps {
  readonly cell: GalleryCell
  readonly tile: number
  /** Tiles in all. */
  readonly count: number
  readonly focusable: boolean
  readonly box: TileBox
}

/** A tile with what its cell shows and is called. */
export function CellTile({ cell, ...rest }: CellTileProps) {
  if (cell.kind === 'image') return <ImageTile cell={cell} {...rest} />
  return cell.tile.kind === 'coming' ? (
    <ComingTile coming={cell.tile} {...rest} />
  ) : (
    <StackTile stack={cell.tile} {...rest} />
  )
}

type Place = Omit<CellTileProps, 'cell'>

function ImageTile({
  cell,
  box,
  ...rest
}: Place & { readonly cell: Extract<GalleryCell, { readonly kind: 'image' }> }) {
  const { t } = useTranslation()
  const { image, position } = cell
  const selected = useSelection(({ ids }) => image !== null && ids.has(image.id))
  const label =
    image === null
      ? t('gallery.tileLoading', { position: position + 1, total: rest.count })
      : t('gallery.tile', { ...placeOf(image), state: t('gallery.state.saved') })
  return (
    <Tile
      {...box}
      {...rest}
      label={label}
      selected={selected}
      imageId={image?.id ?? null}
      caption={image === null ? null : image.of === 1 ? image.prompt : t('gallery.caption', placeOf(image))}
    />
  )
}

function ComingTile({ coming, box, ...rest }: Place & { readonly coming: Coming }) {
  const { t } = useTranslation()
  const progress = useQueue(({ overview }) => jobOf(overview, coming.jobId)?.progress ?? null)
  const stage = useQueue(({ overview }) => stageOf(jobOf(overview, coming.jobId), coming))
  const state =
    stage === 'running' && progress !== null
      ? t('gallery.state.runningAt', { progress })
      : t(`gallery.state.${stage}`)
  return (
    <Tile
      {...box}
      {...rest}
      label={t('gallery.tile', { ...placeOf(coming), state })}
      selected={false}
      imageId={coming.imageId}
      caption={null}
    >
      <ProgressRing value={stage === 'running' ? progress : null} label={state} />
      <span className="line-clamp-2 w-full">{coming.prompt}</span>
    </Tile>
  )
}

function StackTile({ stack, box, ...rest }: Place & { readonly stack: Stack }) {
  const { t } = useTranslation()
  const { count, name, state } = stack
  return (
    <Tile
      {...box}
      {...rest}
      label={
        name === null ? t(`gallery.stack.${state}`, { count }) : t('gallery.stack.batch', { count, name })
      }
      selected={false}
      imageId={null}
      caption={null}
      dashed
    >
      <span className="-mb-2 text-large font-semibold text-text">{t('gallery.number', { count })}</span>
      <span>{t(`gallery.${state}`, { count })}</span>
    </Tile>
  )
}

type Overview = Parameters<typeof findJob>[0] | null

function jobOf(overview: Overview, id: string): Job | null {
  return overview === null ? null : findJob(overview, id)
}

function stageOf(job: Job | null, coming: Coming): 'sending' | 'running' | 'saving' | 'saved' {
  if (coming.imageId !== null) return 'saved'
  const item = job?.items.find(({ index }) => index === coming.index)
  if (job?.state === 'saving' || item?.state === 'ready') return 'saving'
  // A Direct request is one open request until the images are there: it is being worked on.
  return job?.state === 'sending' && job.mode === 'background' ? 'sending' : 'running'
}

function placeOf({ prompt, index, of }: Pick<Coming, 'prompt' | 'index' | 'of'>) {
  return { prompt, index: index + 1, of }
}
