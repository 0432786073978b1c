import { recipeSettingsSchema } from '@shared/model/exportRecipe'
import { useTranslation } from '../../parts/useTranslation'
import type { TypedSettings } from '../../stores/exportForm'
import { Field } from '../../ui/Field'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { useForm } from './useExportForm'

const choices = recipeSettingsSchema.shape.into.unwrap().options

/** Whether there will be files in folders, or one ZIP. */
export function IntoField({ settings: { into } }: { readonly settings: TypedSettings }) {
  const { t } = useTranslation()
  const form = useForm()
  return (
    <Field label={t('exports.into')} hint={into === 'zip' ? t('exports.zipHint') : undefined}>
      {(wiring) => (
        <SegmentedRadio
          {...wiring}
          label={t('exports.into')}
          value={into}
          options={choices.map((value) => ({ value, label: t(`exports.intoChoices.${value}`) }))}
          onChange={(value) => form.change({ into: value })}
        />
      )}
    </Field>
  )
}
