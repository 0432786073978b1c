import { suggestedSizes } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import { ComboBox } from '../../ui/ComboBox'
import { Field } from '../../ui/Field'
import { ratioOf } from './ratio'
import { SizeSwatch } from './SizeSwatch'
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
