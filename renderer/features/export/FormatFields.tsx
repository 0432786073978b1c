import { exportFormatSchema, qualityBounds, sideBounds } from '@shared/model/exportRecipe'
import { useTranslation } from '../../parts/useTranslation'
import type { TypedSettings } from '../../stores/exportForm'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { TextField } from '../../ui/TextField'
import { useForm } from './useExportForm'

const formats = exportFormatSchema.options
const profiles = ['srgb', 'kept'] as const

/** What the files become; originals stay as they are. */
export function FormatFields({ settings }: { readonly settings: TypedSettings }) {
  const { t } = useTranslation()
  const form = useForm()
  const { format, quality, longestSide, enlarge, background, profile } = settings
  const isLossy = format === 'jpeg' || format === 'webp' || format === 'avif'
  const qualityFits = quality !== null && quality >= qualityBounds.min && quality <= qualityBounds.max
  const sideFits = longestSide === null || (longestSide >= sideBounds.min && longestSide <= sideBounds.max)
  return (
    <>
      <div className="grid grid-cols-3 items-start gap-3">
        <Field label={t('exports.format')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={format}
              options={formats.map((value) => ({ value, label: t(`exports.formats.${value}`) }))}
              onChange={(value) => form.change({ format: exportFormatSchema.parse(value) })}
            />
          )}
        </Field>
        {isLossy && (
          <Field
            label={t('exports.quality')}
            error={qualityFits ? null : t('exports.qualityBounds', qualityBounds)}
          >
            {(wiring) => (
              <NumberField
                {...wiring}
                value={quality}
                {...qualityBounds}
                onChange={(value) => form.change({ quality: value })}
                moreLabel={t('exports.moreQuality')}
                fewerLabel={t('exports.lessQuality')}
              />
            )}
          </Field>
        )}
        {format !== 'original' && (
          <Field
            label={t('exports.longestSide')}
            hint={t('exports.sideHint')}
            error={sideFits ? null : t('exports.sideBounds', sideBounds)}
          >
            {(wiring) => (
              <NumberField
                {...wiring}
                value={longestSide}
                {...sideBounds}
                onChange={(value) => form.change({ longestSide: value })}
                moreLabel={t('exports.longerSide')}
                fewerLabel={t('exports.shorterSide')}
              />
            )}
          </Field>
        )}
      </div>
      {format !== 'original' && longestSide !== null && (
        <Switch
          label={t('exports.enlarge')}
          checked={enlarge}
          onChange={(checked) => form.change({ enlarge: checked })}
        />
      )}
      {format === 'jpeg' && (
        <Field label={t('exports.background')} className="w-36">
          {(wiring) => (
            <TextField
              {...wiring}
              type="color"
              className="h-8 p-1"
              value={background}
              onChange={(event) => form.change({ background: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {format !== 'original' && (
        <Field label={t('exports.colours')}>
          {(wiring) => (
            <SegmentedRadio
              {...wiring}
              label={t('exports.colours')}
              value={profile}
              options={profiles.map((value) => ({ value, label: t(`exports.profiles.${value}`) }))}
              onChange={(value) => form.change({ profile: value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
