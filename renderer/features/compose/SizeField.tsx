import { sizePattern, suggestedSizes } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { ComboBox } from '../../ui/ComboBox'
import { Field } from '../../ui/Field'
import type { Compose } from './useCompose'
import { useUsedValues } from './useUsedValues'

/** The size: any may be typed. Offers common sizes and those used on the connection, each with its shape. */
export function SizeField({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { connection, draft } = compose
  const offered = useUsedValues(connection.id, 'size', suggestedSizes)
  return (
    <div data-field="size">
      <Field label={t('compose.size')} aside={ratioOf(draft.size)} error={compose.problem('size')}>
        {(wiring) => (
          <ComboBox
            {...wiring}
            {...offered}
            value={draft.size}
            maxLength={100}
            openLabel={t('compose.showSizes')}
            mark={(suggestion) => <SizeSwatch size={suggestion} />}
            note={ratioOf}
            placeholder={t('compose.sizePlaceholder')}
            onChange={(size) => compose.edit({ size })}
            onBlur={() => compose.touch('size')}
          />
        )}
      </Field>
    </div>
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
  if (!sizePattern.test(size)) return null
  const [width = 1, height = 1] = size.split('x').map(Number)
  const divisor = commonDivisor(width, height)
  const terms = [width / divisor, height / divisor]
  if (Math.max(...terms) <= termMaximum) return terms.join(':')
  const rounded = (long: number, short: number): string => String(Math.round((long / short) * 100) / 100)
  return width > height ? `${rounded(width, height)}:1` : `1:${rounded(height, width)}`
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
