import { askAfterMaximum } from '@shared/model/preferences'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'

/** After how many hours the person is asked, on return, before waiting requests are sent. */
export function AskAfter() {
  const { t } = useTranslation()
  const { app } = useStores()
  const hours = useApp(({ preferences }) => preferences.askAfterHours)
  const [typed, setTyped] = useState<number | null>(hours)
  const wrong = typed === null || typed < 1 || typed > askAfterMaximum

  return (
    <Field
      label={t('settings.askAfter')}
      hint={t('settings.askAfterHint')}
      error={wrong ? t('connection.numberInvalid', { min: 1, max: askAfterMaximum }) : null}
      className="pt-2 *:[.field]:w-52"
    >
      {(wiring) => (
        <NumberField
          {...wiring}
          value={typed}
          min={1}
          max={askAfterMaximum}
          moreLabel={t('settings.moreHours')}
          fewerLabel={t('settings.fewerHours')}
          onChange={(value) => {
            setTyped(value)
            if (value !== null && value >= 1 && value <= askAfterMaximum)
              void app.changePreferences({ askAfterHours: value })
          }}
        />
      )}
    </Field>
  )
}
