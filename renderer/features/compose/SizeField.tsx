import { suggestedSizes } from '@shared/model/draft'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboBox } from '../../ui/ComboBox'
import { Field } from '../../ui/Field'
import { ratioOf } from './ratio'
import { SizeSwatch } from './SizeSwatch'
import type { Compose } from './useCompose'
import { useUsedValues } from './useUsedValues'

interface SizeFieldProps {
  readonly compose: Compose
  /** Why a size can't be sent now; null when it can. */
  readonly off: ReactNode | null
}

/** The size: any may be typed; common ones, and those used on the connection, are offered with their shape. */
export function SizeField({ compose, off }: SizeFieldProps) {
  const { t } = useTranslation()
  const { connection, draft } = compose
  const offered = useUsedValues(connection.id, 'size', suggestedSizes)
  const size = off === null ? draft.size : ''
  return (
    <div data-field="size">
      <Field
        label={t('compose.size')}
        aside={ratioOf(size)}
        error={off === null ? compose.problem('size') : null}
        hint={off}
      >
        {(wiring) => (
          <ComboBox
            {...wiring}
            {...offered}
            value={size}
            maxLength={100}
            openLabel={t('compose.showSizes')}
            mark={(suggestion) => <SizeSwatch size={suggestion} />}
            note={ratioOf}
            placeholder={
              off === null || draft.size === ''
                ? t('compose.sizePlaceholder')
                : t('compose.sizeKept', { size: draft.size })
            }
            readOnly={off !== null}
            onChange={(typed) => compose.edit({ size: typed })}
            onBlur={() => compose.touch('size')}
          />
        )}
      </Field>
    </div>
  )
}
