import { useTranslation } from 'react-i18next'
import { ComboBox } from '../../ui/ComboBox'
import { Field } from '../../ui/Field'
import type { Compose } from './useCompose'
import { useUsedValues } from './useUsedValues'

/** The model: any name may be typed. Offers the connection's models and those used on it before. */
export function ModelField({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { connection, draft } = compose
  const offered = useUsedValues(connection.id, 'model', connection.models)
  return (
    <div data-field="model" className="min-w-0">
      <Field label={t('compose.model')} error={compose.problem('model')}>
        {(wiring) => (
          <ComboBox
            {...wiring}
            {...offered}
            value={draft.model}
            maxLength={200}
            openLabel={t('compose.showModels')}
            placeholder={t('compose.modelPlaceholder')}
            onChange={(model) => compose.edit({ model })}
            onBlur={() => compose.touch('model')}
          />
        )}
      </Field>
    </div>
  )
}
