import { recipeSettingsSchema, sidecarNames } from '@shared/model/exportRecipe'
import { useTranslation } from '../../parts/useTranslation'
import type { TypedSettings } from '../../stores/exportForm'
import { Field } from '../../ui/Field'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { Switch } from '../../ui/Switch'
import { useForm } from './useExportForm'

const choices = recipeSettingsSchema.shape.metadata.unwrap().options

/** What files say about how they were made, inside them and beside them. */
export function MetadataFields({ settings }: { readonly settings: TypedSettings }) {
  const { t } = useTranslation()
  const form = useForm()
  const { format, metadata, forWebUi, sidecar, sidecarName } = settings
  const isOriginal = format === 'original'
  const label = (value: TypedSettings['metadata']): string => {
    if (value === 'stripped') return t('exports.metadata.stripped')
    return t(isOriginal ? 'exports.metadata.asItIs' : 'exports.metadata.written')
  }
  return (
    <>
      <Field label={t('exports.metadata.label')}>
        {(wiring) => (
          <SegmentedRadio
            {...wiring}
            label={t('exports.metadata.label')}
            value={metadata}
            options={choices.map((value) => ({ value, label: label(value) }))}
            onChange={(value) => form.change({ metadata: value })}
          />
        )}
      </Field>
      {!isOriginal && metadata === 'kept' && (
        <Switch
          label={t('exports.metadata.forWebUi')}
          hint={t('exports.metadata.forWebUiHint')}
          checked={forWebUi}
          onChange={(checked) => form.change({ forWebUi: checked })}
        />
      )}
      <Switch
        label={t('exports.metadata.sidecar')}
        checked={sidecar}
        onChange={(checked) => form.change({ sidecar: checked })}
      />
      {sidecar && (
        <Field
          label={t('exports.metadata.sidecarName')}
          hint={t(`exports.metadata.sidecarNameHints.${sidecarName}`)}
        >
          {(wiring) => (
            <SegmentedRadio
              {...wiring}
              label={t('exports.metadata.sidecarName')}
              value={sidecarName}
              options={sidecarNames.map((value) => ({
                value,
                label: t(`exports.metadata.sidecarNames.${value}`),
              }))}
              onChange={(value) => form.change({ sidecarName: value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
