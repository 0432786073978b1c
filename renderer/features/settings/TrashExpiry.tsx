import { useChangePreferences } from '../../parts/useChangePreferences'
import { useTranslation } from '../../parts/useTranslation'
import { useApp } from '../../stores/storesContext'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'

const days = [7, 30, 90, 365]

/** When deleted images are sent on to the system's trash. */
export function TrashExpiry() {
  const { t } = useTranslation()
  const changePreferences = useChangePreferences()
  const chosen = useApp(({ preferences }) => preferences.trashExpiryDays)
  // One that was set elsewhere is shown, too.
  const offered = chosen === null || days.includes(chosen) ? days : [...days, chosen].sort((a, b) => a - b)
  return (
    <Field
      label={t('settings.trashExpiry')}
      hint={t('settings.trashHint')}
      className="pt-2 *:[.relative]:w-52"
    >
      {(wiring) => (
        <Select
          {...wiring}
          value={chosen === null ? 'never' : String(chosen)}
          options={[
            { value: 'never', label: t('settings.trashNever') },
            ...offered.map((count) => ({ value: String(count), label: t('settings.trashAfter', { count }) })),
          ]}
          onChange={(value) =>
            changePreferences({ trashExpiryDays: value === 'never' ? null : Number(value) })
          }
        />
      )}
    </Field>
  )
}
