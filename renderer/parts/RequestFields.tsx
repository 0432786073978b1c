import { modelMaximum } from '@shared/model/connection'
import {
  countMaximum,
  countMinimum,
  type Mode,
  plainSize,
  sizeMaximum,
  sizePattern,
  suggestedSizes,
} from '@shared/model/draft'
import { promptMaximum } from '@shared/model/prompt'
import type { ComponentProps, ReactNode } from 'react'
import { ComboBox, type Removable } from '../ui/ComboBox'
import { Field } from '../ui/Field'
import { NumberField } from '../ui/NumberField'
import { SegmentedRadio } from '../ui/SegmentedRadio'
import { TextArea } from '../ui/TextArea'
import { useTranslation } from './useTranslation'

/** A field of a request, wherever one is typed. `focusField` finds it by its name. */
interface RequestFieldProps<T> {
  readonly value: T
  readonly onChange: (value: T) => void
  readonly onBlur?: () => void
  readonly error?: string | null
  readonly hint?: ReactNode
}

interface Offered {
  readonly suggestions?: readonly string[]
  readonly removable?: Removable
}

type PromptFieldProps = Omit<RequestFieldProps<string>, 'hint'> &
  Omit<ComponentProps<typeof TextArea>, keyof RequestFieldProps<string>> & { readonly aside?: ReactNode }

/** The prompt: as long as a request can include. */
export function PromptField({ error = null, aside, onChange, ...rest }: PromptFieldProps) {
  const { t } = useTranslation()
  return (
    <div data-field="prompt">
      <Field label={t('compose.prompt')} error={error} aside={aside}>
        {(wiring) => (
          <TextArea
            {...wiring}
            {...rest}
            maxLength={promptMaximum}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
    </div>
  )
}

/** The model: chosen from the suggestions, or any other name. */
export function ModelField({
  error = null,
  hint,
  suggestions = [],
  ...rest
}: RequestFieldProps<string> & Offered) {
  const { t } = useTranslation()
  return (
    <div data-field="model" className="min-w-0">
      <Field label={t('compose.model')} error={error} hint={hint}>
        {(wiring) => (
          <ComboBox
            {...wiring}
            {...rest}
            suggestions={suggestions}
            maxLength={modelMaximum}
            openLabel={t('compose.showModels')}
            placeholder={t('compose.modelPlaceholder')}
          />
        )}
      </Field>
    </div>
  )
}

/** The size: chosen from the suggestions, which show its shape, or any other. */
export function SizeField({
  error = null,
  hint,
  suggestions = suggestedSizes,
  ...rest
}: RequestFieldProps<string> & Offered) {
  const { t } = useTranslation()
  return (
    <div data-field="size" className="min-w-0">
      <Field label={t('compose.size')} aside={ratioOf(rest.value)} error={error} hint={hint}>
        {(wiring) => (
          <ComboBox
            {...wiring}
            {...rest}
            suggestions={suggestions}
            maxLength={sizeMaximum}
            openLabel={t('compose.showSizes')}
            mark={(suggestion) => <SizeSwatch size={suggestion} />}
            note={ratioOf}
            placeholder={t('compose.sizePlaceholder')}
          />
        )}
      </Field>
    </div>
  )
}

/** How many images. */
export function ImagesField({ error = null, hint, ...rest }: RequestFieldProps<number | null>) {
  const { t } = useTranslation()
  return (
    <div data-field="n" className="min-w-0">
      <Field label={t('compose.images')} error={error} hint={hint}>
        {(wiring) => (
          <NumberField
            {...wiring}
            {...rest}
            min={countMinimum}
            max={countMaximum}
            moreLabel={t('compose.moreImages')}
            fewerLabel={t('compose.fewerImages')}
          />
        )}
      </Field>
    </div>
  )
}

/** Background or Direct. */
export function ModeField({ hint, value, onChange }: RequestFieldProps<Mode>) {
  const { t } = useTranslation()
  return (
    <Field label={t('compose.mode')} hint={hint}>
      {(wiring) => (
        <SegmentedRadio
          {...wiring}
          label={t('compose.mode')}
          value={value}
          options={[
            { value: 'background', label: t('compose.background') },
            { value: 'direct', label: t('compose.direct') },
          ]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** The shape of a size such as `1536x1024`, 14 px on its longer side. */
function SizeSwatch({ size }: { readonly size: string }) {
  const [width = 1, height = 1] = size.split('x').map(Number)
  const scale = 14 / Math.max(width, height)
  return (
    <span className="flex size-4 shrink-0 items-center justify-center" aria-hidden>
      <span
        className="rounded-[2px] border border-line-strong"
        style={{ width: width * scale, height: height * scale }}
      />
    </span>
  )
}

/** Terms up to this are read at a glance, for example `21:9`. */
const termMaximum = 32

/** The ratio of a size in words: `3:2`, or `1.78:1` if no small numbers express it. Null if it isn't a size. */
export function ratioOf(size: string): string | null {
  const plain = plainSize(size)
  if (!sizePattern.test(plain)) return null
  const [width = 1, height = 1] = plain.split('x').map(Number)
  const divisor = commonDivisor(width, height)
  const terms = [width / divisor, height / divisor]
  if (Math.max(...terms) <= termMaximum) return terms.join(':')
  const rounded = (long: number, short: number): string => String(Math.round((long / short) * 100) / 100)
  return width > height ? `${rounded(width, height)}:1` : `1:${rounded(height, width)}`
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
