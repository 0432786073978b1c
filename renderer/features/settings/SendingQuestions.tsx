import {
  askAboveDefault,
  askAboveMaximum,
  askAboveMinimum,
  askAfterMaximum,
  askAfterMinimum,
} from '@shared/model/preferences'
import { useState } from 'react'
import { useChangePreferences } from '../../parts/useChangePreferences'
import { useTranslation } from '../../parts/useTranslation'
import { useApp } from '../../stores/storesContext'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'
import { Switch } from '../../ui/Switch'

const isLimit = (value: number | null): value is number =>
  value !== null && value >= askAboveMinimum && value <= askAboveMaximum

/** When the user is asked before anything is sent. */
export function SendingQuestions() {
  return (
    <>
      <AskAbove />
      <AskAfter />
    </>
  )
}

/** Whether, and above how many requests, the user is asked before they are queued. */
function AskAbove() {
  const changePreferences = useChangePreferences()
  const { t } = useTranslation()
  const limit = useApp(({ preferences }) => preferences.askAboveRequests)
  const [typed, setTyped] = useState<number | null>(limit ?? askAboveDefault)

  return (
    <div className="flex flex-col gap-2 pt-1.5">
      <Switch
        label={t('settings.askBefore')}
        hint={t('settings.askBeforeHint')}
        checked={limit !== null}
        onChange={(asked) =>
          changePreferences({
            askAboveRequests: asked ? (isLimit(typed) ? typed : askAboveDefault) : null,
          })
        }
      />
      {limit !== null && (
        <Field
          label={t('settings.askAbove')}
          error={
            isLimit(typed)
              ? null
              : t('connection.numberInvalid', { min: askAboveMinimum, max: askAboveMaximum })
          }
          className="w-52"
        >
          {(wiring) => (
            <NumberField
              {...wiring}
              value={typed}
              min={askAboveMinimum}
              max={askAboveMaximum}
              moreLabel={t('settings.moreRequests')}
              fewerLabel={t('settings.fewerRequests')}
              onChange={(value) => {
                setTyped(value)
                // An invalid number changes nothing; above all, it doesn't switch off the question.
                if (isLimit(value)) changePreferences({ askAboveRequests: value })
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** After how many hours the user is asked, on return, before waiting requests are sent. */
function AskAfter() {
  const changePreferences = useChangePreferences()
  const { t } = useTranslation()
  const hours = useApp(({ preferences }) => preferences.askAfterHours)
  const [typed, setTyped] = useState<number | null>(hours)
  const wrong = typed === null || typed < askAfterMinimum || typed > askAfterMaximum

  return (
    <Field
      label={t('settings.askAfter')}
      hint={t('settings.askAfterHint')}
      error={wrong ? t('connection.numberInvalid', { min: askAfterMinimum, max: askAfterMaximum }) : null}
      className="pt-2 *:[.field]:w-52"
    >
      {(wiring) => (
        <NumberField
          {...wiring}
          value={typed}
          min={askAfterMinimum}
          max={askAfterMaximum}
          moreLabel={t('settings.moreHours')}
          fewerLabel={t('settings.fewerHours')}
          onChange={(value) => {
            setTyped(value)
            if (value !== null && value >= askAfterMinimum && value <= askAfterMaximum)
              changePreferences({ askAfterHours: value })
          }}
        />
      )}
    </Field>
  )
}
