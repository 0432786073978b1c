import { askAboveDefault, askAboveMaximum } from '@shared/model/preferences'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'
import { Switch } from '../../ui/Switch'

const isLimit = (value: number | null): value is number =>
  value !== null && value >= 0 && value <= askAboveMaximum

/** Whether, and above how many requests, the person is asked before they are queued. */
export function AskAbove() {
  const { t } = useTranslation()
  const { app } = useStores()
  const limit = useApp(({ preferences }) => preferences.askAboveRequests)
  const [typed, setTyped] = useState<number | null>(limit ?? askAboveDefault)

  return (
    <div className="flex flex-col gap-2 pt-1.5">
      <Switch
        label={t('settings.askBefore')}
        hint={t('settings.askBeforeHint')}
        checked={limit !== null}
        onChange={(asked) =>
          void app.changePreferences({
            askAboveRequests: asked ? (isLimit(typed) ? typed : askAboveDefault) : null,
          })
        }
      />
      {limit !== null && (
        <Field
          label={t('settings.askAbove')}
          error={isLimit(typed) ? null : t('connection.numberInvalid', { min: 0, max: askAboveMaximum })}
          className="w-52"
        >
          {(wiring) => (
            <NumberField
              {...wiring}
              value={typed}
              min={0}
              max={askAboveMaximum}
              moreLabel={t('settings.moreRequests')}
              fewerLabel={t('settings.fewerRequests')}
              onChange={(value) => {
                setTyped(value)
                // An invalid number changes nothing; above all, it doesn't switch off the question.
                if (isLimit(value)) void app.changePreferences({ askAboveRequests: value })
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}
