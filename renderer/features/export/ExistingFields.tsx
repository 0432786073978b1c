import { recipeSettingsSchema } from '@shared/model/exportRecipe'
import { useTranslation } from 'react-i18next'
import type { TypedSettings } from '../../stores/exportForm'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { useForm } from './useExportForm'

const existingSchema = recipeSettingsSchema.shape.existing
const choices = existingSchema.unwrap().options

/** What becomes of files that are there already. */
export function ExistingFields({ settings: { onlyNew, existing } }: { readonly settings: TypedSettings }) {
  const { t } = useTranslation()
  const form = useForm()
  return (
    <>
      <Switch
        label={t('exports.onlyNew')}
        checked={onlyNew}
        onChange={(checked) => form.change({ onlyNew: checked })}
      />
      <Field
        label={t('exports.existing')}
        hint={existing === 'replace' ? t('exports.replaceHint') : undefined}
        className="*:[.relative]:w-52"
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={existing}
            options={choices.map((value) => ({ value, label: t(`exports.existingChoices.${value}`) }))}
            onChange={(value) => form.change({ existing: existingSchema.parse(value) })}
          />
        )}
      </Field>
    </>
  )
}
