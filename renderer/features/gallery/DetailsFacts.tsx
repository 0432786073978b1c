import { negativePrompt } from '@shared/model/brought'
import { sentExtra } from '@shared/model/draft'
import type { JobHistory } from '@shared/model/exchange'
import type { ImageDetails } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import { isLeft } from '@shared/model/leftFile'
import { addedParts } from '@shared/model/promptDifference'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { imageCostWords } from '../../text/costWords'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
import { timeText } from '../../text/timeText'
import { type Fact, FactList } from './FactList'
import { historyLines } from './historyLines'

interface DetailsFactsProps {
  readonly details: ImageDetails
  readonly cost: ImageCost
  /** Null if its request isn't in the ledger any more. */
  readonly history: JobHistory | null
}

/** What was asked for, with what came beside it where that differs, and how it came. */
export function DetailsFacts({ details, cost, history }: DetailsFactsProps) {
  const { t, i18n } = useTranslation()
  const { batchFilter } = useStores()
  const locale = localeOf(i18n.language)
  const { asked, index, of, format, bytes, file, taskId, connectionName, batch, brought, createdAt } = details
  const fact = (label: Label, value: string, more: Omit<Fact, 'label' | 'value'> = {}): Fact => ({
    label: t(`gallery.details.${label}`),
    value,
    ...more,
  })
  /** Once its requests are gone from the ledger, a batch is a name in records. */
  const showing = (id: string): Pick<Fact, 'link'> =>
    history === null ? {} : { link: { title: t('batches.show'), run: () => batchFilter.show(id) } }
  const extra = sentExtra(asked).map((field) => t('extraFields.field', field))
  const facts: readonly Fact[] = [
    ...promptFacts(details, fact, t),
    ...(asked.model === '' ? [] : [fact('model', asked.model)]),
    ...sizeFacts(details, fact, t),
    ...broughtFacts(details, t),
    ...(of > 1 ? [fact('image', t('gallery.details.imageOf', { index: index + 1, of }))] : []),
    ...(asked.image === undefined ? [] : [fact('references', asked.image.join('\n'))]),
    ...(extra.length === 0 ? [] : [fact('extra', extra.join('\n'))]),
    ...(asked.mode === null ? [] : [fact('mode', t(`gallery.details.${asked.mode}`))]),
    ...(batch === null ? [] : [fact('batch', batch.name, { isProse: true, ...showing(batch.id) })]),
    fact('connection', brought === null ? connectionName : t('bringing.details.connection')),
    fact('cost', brought === null ? imageCostWords(cost, t) : t('bringing.details.cost')),
    brought === null
      ? fact('request', historyLines(details, history, { t, locale }).join('\n'))
      : { label: t('bringing.details.made'), value: madeWords(createdAt, locale) },
    fact('file', file, {
      note: t(isLeft(file) ? 'gallery.details.formatAndSizeLeft' : 'gallery.details.formatAndSize', {
        format: format.toUpperCase(),
        size: fileSize(bytes, locale),
      }),
    }),
    ...(taskId === null ? [] : [fact('task', taskId)]),
  ]
  return <FactList facts={facts} />
}

type Label =
  | 'prompt'
  | 'asked'
  | 'got'
  | 'model'
  | 'size'
  | 'image'
  | 'references'
  | 'extra'
  | 'mode'
  | 'batch'
  | 'connection'
  | 'cost'
  | 'request'
  | 'file'
  | 'task'
type MakeFact = (label: Label, value: string, more?: Omit<Fact, 'label' | 'value'>) => Fact

/** What the file of an image says that was made elsewhere; its facts have the names that its tool gave them. */
function broughtFacts({ brought }: ImageDetails, t: TFunction): readonly Fact[] {
  if (brought === null) return []
  const { name, tool, facts } = brought
  return [
    ...(tool === null ? [] : [{ label: t('bringing.details.tool'), value: tool }]),
    ...facts.map((fact) => ({
      label: fact.name === negativePrompt ? t('bringing.details.negative') : fact.name,
      value: fact.value,
    })),
    { label: t('bringing.details.original'), value: name },
  ]
}

const madeWords = (time: number, locale: string): string =>
  timeText(time, locale, { dateStyle: 'medium', timeStyle: 'short' })

/** The prompt once, unless the service changed it. */
function promptFacts({ asked, revisedPrompt }: ImageDetails, fact: MakeFact, t: TFunction): readonly Fact[] {
  if (asked.prompt === '') return [fact('prompt', '', { shown: t('bringing.details.noPrompt') })]
  if (revisedPrompt === null || revisedPrompt === asked.prompt)
    return [fact('prompt', asked.prompt, { isProse: true })]
  const parts = addedParts(asked.prompt, revisedPrompt)
  const words = parts.flatMap(({ text, isAdded }) => (isAdded ? [text] : [])).join(', ')
  return [
    fact('asked', asked.prompt, { isProse: true }),
    fact('got', revisedPrompt, {
      isProse: true,
      parts,
      ...(words === '' ? {} : { about: t('gallery.details.added', { words }) }),
    }),
  ]
}

/** Copied as the field “Size” takes it. That of a file that can't be read isn't known. */
function sizeFacts({ asked, width, height }: ImageDetails, fact: MakeFact, t: TFunction): readonly Fact[] {
  if (width === 0) return []
  const got = `${width}x${height}`
  const shown = t('gallery.details.pixels', { width, height })
  if (asked.mode === null || asked.size === got) return [fact('size', got, { shown })]
  const note =
    asked.size === undefined
      ? t('gallery.details.sizeOpen')
      : t('gallery.details.sizeAsked', { size: asked.size })
  return [fact('size', got, { shown, note })]
}
