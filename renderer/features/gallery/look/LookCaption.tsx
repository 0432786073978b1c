import type { Image } from '@shared/model/image'
import type { MarkChange } from '@shared/model/imageMarks'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../../parts/useTranslation'
import { imageCostWords } from '../../../text/costWords'
import { MarkButtons } from '../marks/MarkButtons'
import { useMarks } from '../marks/useMarks'
import { LookBar } from './LookBar'
import { LookFacts } from './LookFacts'
import type { Told } from './useTold'
import type { Zoom } from './useZoom'

interface LookCaptionProps {
  /** Null until its row has been fetched. */
  readonly image: Image | null
  readonly told: Told | null
  /** Null while there is no picture. */
  readonly zoom: Zoom | null
  readonly onMark: (change: MarkChange) => void
}

/** Under a picture: what tells it from the others, or what was just done, and its marks. */
export function LookCaption({ image, told, zoom, onMark }: LookCaptionProps) {
  return (
    <LookBar zoom={zoom} facts={told !== null && <Facts told={told} />}>
      {image !== null && <Marks image={image} onMark={onMark} />}
    </LookBar>
  )
}

/** What differs, then size and cost. */
function Facts({ told }: { readonly told: Told }) {
  const { t } = useTranslation()
  const { image, cost } = told
  const { prompt, width, height } = image
  const differs = differsOf(told, t)
  const size = width === 0 ? [] : [t('gallery.details.pixels', { width, height })]
  return (
    <LookFacts
      prompt={prompt}
      apart={differs === '' ? [] : [differs]}
      rest={cost === null ? size : [...size, imageCostWords(cost, t)]}
    />
  )
}

/** What tells an image from the others of its batch, or of its request; empty if nothing does. */
function differsOf({ image, inBatch }: Told, t: TFunction): string {
  const { differs = '', place = null } = inBatch ?? {}
  if (differs !== '') return differs
  if (place !== null) return t('gallery.look.tryOf', place)
  return image.of > 1 ? t('gallery.look.imageOf', { index: image.index + 1, of: image.of }) : ''
}

interface MarksProps {
  readonly image: Image
  readonly onMark: (change: MarkChange) => void
}

function Marks({ image, onMark }: MarksProps) {
  return <MarkButtons marks={useMarks(image)} onMark={onMark} />
}
