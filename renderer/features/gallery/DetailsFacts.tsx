import { sentExtra } from '@shared/model/draft'
import type { JobHistory } from '@shared/model/exchange'
import type { ImageDetails } from '@shared/model/image'
import type { ImageCost } from '@shared/model/imageCost'
import { addedParts } from '@shared/model/promptDifference'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { imageCostWords } from '../../text/costWords'
import { fileSize } from '../../text/fileSize'
import { localeOf } from '../../text/locale'
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
  const locale = localeOf(i18n.language)
  const { asked, index, of, format, bytes, file, taskId, connectionName } = details
  const fact = (label: Label, value: string, more: Omit<Fact, 'label' | 'value'> = {}): Fact => ({
    label: t(`gallery.details.${label}`),
    value,
    ...more,
  })
  const extra = sentExtra(asked).map((field) => t('extraFields.field', field))
  const facts: readonly Fact[] = [
    ...promptFacts(details, fact, t),
    fact('model', asked.model),
    sizeFact(details, fact, t),
    ...(of > 1 ? [fact('image', t('gallery.details.imageOf', { index: index + 1, of }))] : []),
    ...(asked.image === undefined ? [] : [fact('references', asked.image.join('\n'))]),
    ...(extra.length === 0 ? [] : [fact('extra', extra.join('\n'))]),
    fact('mode', t(`gallery.details.${asked.mode}`)),
    fact('connection', connectionName),
    fact('cost', imageCostWords(cost, t)),
    fact('request', historyLines(details, history, { t, locale }).join('\n')),
    fact('file', file, {
      note: t('gallery.details.formatAndSize', {
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
  | 'connection'
  | 'cost'
  | 'request'
  | 'file'
  | 'task'
type MakeFact = (label: Label, value: string, more?: Omit<Fact, 'label' | 'value'>) => Fact

/** The prompt once, unless the service changed it. */
function promptFacts({ asked, revisedPrompt }: ImageDetails, fact: MakeFact, t: TFunction): readonly Fact[] {
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

/** Copied as the field “Size” takes it. */
function sizeFact({ asked, width, height }: ImageDetails, fact: MakeFact, t: TFunction): Fact {
  const got = `${width}x${height}`
  const shown = t('gallery.details.pixels', { width, height })
  if (asked.size === undefined) return fact('size', got, { shown, note: t('gallery.details.sizeOpen') })
  if (asked.size === got) return fact('size', got, { shown })
  return fact('size', got, { shown, note: t('gallery.details.sizeAsked', { size: asked.size }) })
}
