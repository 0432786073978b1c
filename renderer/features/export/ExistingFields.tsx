import { recipeSettingsSchema } from '@shared/model/exportRecipe'
import { useTranslation } from '../../parts/useTranslation'
import type { TypedSettings } from '../../stores/exportForm'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { useForm, useInto } from './useExportForm'

const existingSchema = recipeSettingsSchema.shape.existing
const manifestSchema = recipeSettingsSchema.shape.manifest
const manifests = manifestSchema.unwrap().options
const choices = existingSchema.unwrap().options

interface ExistingFieldsProps {
  readonly settings: TypedSettings
}

/** What becomes of files that are there already, and whether there is a list of those that come. */
export function ExistingFields({ settings: { onlyNew, existing, manifest } }: ExistingFieldsProps) {
  const { t } = useTranslation()
  const form = useForm()
  const into = useInto()
  return (
    <>
      <Switch
        label={t('exports.onlyNew')}
        hint={into === 'zip' ? t('exports.onlyNewZipHint') : undefined}
        checked={onlyNew}
        onChange={(checked) => form.change({ onlyNew: checked })}
      />
      <Field
        label={t('exports.existing')}
        hint={
          existing === 'replace'
            ? t(into === 'zip' ? 'exports.replaceZipHint' : 'exports.replaceHint')
            : undefined
        }
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
      <Field
        label={t('exports.manifest')}
        hint={manifest === 'none' ? undefined : t('exports.manifestHint')}
        className="*:[.relative]:w-52"
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={manifest}
            options={manifests.map((value) => ({ value, label: t(`exports.manifests.${value}`) }))}
            onChange={(value) => form.change({ manifest: manifestSchema.parse(value) })}
          />
        )}
      </Field>
    </>
  )
}
