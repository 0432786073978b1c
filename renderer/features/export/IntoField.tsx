import { intoChoices } from '@shared/model/exportRecipe'
import { useTranslation } from '../../parts/useTranslation'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { SegmentedRadio } from '../../ui/SegmentedRadio'
import { useForm, useInto, useShownRecipe } from './useExportForm'

/** Whether this export makes files in folders, or one ZIP. The recipe keeps its own answer unless told otherwise. */
export function IntoField() {
  const { t } = useTranslation()
  const form = useForm()
  const into = useInto()
  const recipe = useShownRecipe()
  return (
    <Field
      label={t('exports.into')}
      hint={into === 'zip' ? t('exports.zipHint') : undefined}
      aside={
        recipe !== null &&
        recipe.settings.into !== into && (
          <span>
            {t('exports.intoOnce')}{' '}
            <Button look="link" onClick={form.keepInto}>
              {t('exports.intoKeep')}
            </Button>
          </span>
        )
      }
    >
      {(wiring) => (
        <SegmentedRadio
          {...wiring}
          label={t('exports.into')}
          value={into}
          options={intoChoices.map((value) => ({ value, label: t(`exports.intoChoices.${value}`) }))}
          onChange={form.goInto}
        />
      )}
    </Field>
  )
}
