import { sentExtra } from '@shared/model/draft'
import type { ImageDetails } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import type { InBatch } from '@shared/model/job'
import { differingPart, sharedPhrase, sharedWords } from '@shared/model/promptDifference'
import type { TFunction } from 'i18next'
import { imageCostWords } from '../../../text/costWords'
import { timeText } from '../../../text/timeText'

/** What is known of an image that is compared. */
export interface ComparedImage {
  readonly details: ImageDetails
  readonly cost: ImageCost
  /** Which of the same requests of its batch it came from; null if that isn't known. */
  readonly place: InBatch['place']
}

/** What tells each of the images from the others; when each was saved, if nothing else does. */
export function comparedFacts(
  images: readonly ComparedImage[],
  { t, locale }: { readonly t: TFunction; readonly locale: string },
): readonly (readonly string[])[] {
  const differing = [
    promptsApart(images.map(({ details }) => details.asked.prompt)),
    images.map(({ details }) => details.asked.model),
    ownExtras(images, t),
    images.map(({ place }) => (place === null ? '' : t('gallery.look.tryOf', place))),
    images.map(({ details: { index, of } }) => t('gallery.look.imageOf', { index: index + 1, of })),
    images.map(({ details: { width, height } }) =>
      width === 0 ? '' : t('gallery.details.pixels', { width, height }),
    ),
    images.map(({ cost }) => imageCostWords(cost, t)),
  ].filter(isDifferent)
  const savedAt = ({ details }: ComparedImage): string =>
    timeText(details.createdAt, locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const told = differing.length > 0 ? differing : [images.map(savedAt)]
  return images.map((_, at) => told.flatMap((values) => values[at] || []))
}

/** Longer prompts are not told apart word by word, which would take long. */
const charactersMaximum = 4_000

const sharedBy = (prompts: readonly string[]) =>
  prompts.some(({ length }) => length > charactersMaximum) ? [] : sharedWords(prompts)

/** What the prompts are about, or the first of them and how many more there are if they have little in common. */
export function compareTitle(
  prompts: readonly string[],
  t: TFunction,
): { readonly name: string; readonly more?: string } {
  const [first = ''] = prompts
  const about = sharedPhrase(first, sharedBy(prompts))
  if (about !== '') return { name: about }
  if (first.trim() === '') return { name: t('gallery.compare.title') }
  return { name: first, more: t('batches.more', { count: prompts.length - 1 }) }
}

function promptsApart(prompts: readonly string[]): readonly string[] {
  const shared = sharedBy(prompts)
  return shared.length === 0 ? prompts : prompts.map((prompt) => differingPart(prompt, shared))
}

const isDifferent = (values: readonly string[]): boolean => new Set(values).size > 1

/** The extra fields of each request that not all have. */
function ownExtras(images: readonly ComparedImage[], t: TFunction): readonly string[] {
  const extras = images.map(({ details }) =>
    sentExtra(details.asked).map((field) => t('extraFields.field', field)),
  )
  return extras.map((own) => own.filter((field) => !extras.every((all) => all.includes(field))).join(', '))
}
