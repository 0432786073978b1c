import type { Draft } from '@shared/model/draft'
import { fieldsMaximum } from '@shared/model/draftExpansion'
import { promptMaximum, type Variables, variablesMaximum } from '@shared/model/prompt'
import type { Template } from '@shared/model/template'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { focusField } from '../../ui/focusField'
import { TextArea } from '../../ui/TextArea'
import type { Compose } from './useCompose'
import { usePromptsRevision } from './usePromptsRevision'

/** How many characters of the last value are shown. */
const openingLength = 200

/** A field for each variable of the prompt, holding its values, one per line. */
export function VariableFields({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { check, draft, expansion } = compose
  const { template, values } = expansion
  const wrongKey = check.ok ? undefined : check.problems.variables?.params.key
  const texts = new Map(Object.entries(draft.variables))
  const fields = template.variables.slice(0, fieldsMaximum)
  const empty = fields.filter(({ key }) => (texts.get(key) ?? '') === '')
  const lastValues = new Map(Object.entries(useLastValues(empty.map(({ key }) => key))))
  const give = (key: string, value: string): void =>
    compose.edit({ variables: withValue(draft, template, key, value) })
  if (fields.length === 0) return null

  return (
    <div className="flex flex-col gap-2">
      {fields.map(({ name, key }, at) => {
        const text = texts.get(key) ?? ''
        const last = text === '' ? lastValues.get(key) : undefined
        const count = values.get(key)?.length ?? 0
        const field = key === wrongKey ? 'variables' : `variable ${at}`
        const giveAgain = (value: string): void => {
          give(key, value)
          focusField(compose.form.current, field)
        }
        return (
          <div key={key} data-field={field}>
            <Field
              label={`{{${name}}}`}
              aside={
                last === undefined ? (
                  count > 1 && <span className="tabular-nums">{t('expansion.valueCount', { count })}</span>
                ) : (
                  <LastValue value={last} onUse={() => giveAgain(last)} />
                )
              }
              error={key === wrongKey ? compose.problem('variables') : null}
            >
              {(wiring) => (
                <TextArea
                  {...wiring}
                  rows={1}
                  value={text}
                  maxLength={promptMaximum}
                  placeholder={t('expansion.values')}
                  onChange={({ currentTarget: { value } }) => give(key, value)}
                  onBlur={() => compose.touch('variables')}
                  className="max-h-32 min-h-8"
                />
              )}
            </Field>
          </div>
        )
      })}
    </div>
  )
}

interface LastValueProps {
  readonly value: string
  readonly onUse: () => void
}

/** The last value used, offered again. */
function LastValue({ value, onUse }: LastValueProps) {
  const { t } = useTranslation()
  const values = value
    .slice(0, openingLength)
    .trim()
    .split(/\s*\n\s*/)
    .join(', ')
  return (
    <span className="min-w-0">
      <Button look="link" className="max-w-full" onClick={onUse}>
        <span className="truncate">{t('prompts.lastValue', { values })}</span>
      </Button>
    </span>
  )
}

/** Values are kept after their name leaves the prompt, as long as there is room: the name may be typed again. */
function withValue(draft: Draft, { variables }: Template, key: string, value: string): Draft['variables'] {
  const all = Object.entries({ ...draft.variables, [key]: value })
  const used = new Set(variables.map((variable) => variable.key))
  return Object.fromEntries(all.length > variablesMaximum ? all.filter(([name]) => used.has(name)) : all)
}

/** The values last queued for variables with these keys; only for keys that have any. */
function useLastValues(keys: readonly string[]): Variables {
  const { client } = useStores()
  const revision = usePromptsRevision()
  const [values, setValues] = useState<Variables>({})
  const wanted = keys.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is read again
  useEffect(() => {
    if (wanted === '') return
    let stale = false
    client.call('prompts.values', { names: wanted.split('\n') }).then(
      (known) => {
        if (!stale) setValues(known)
      },
      // The fields accept any text, so they work without these.
      () => {},
    )
    return () => {
      stale = true
    }
  }, [client, wanted, revision])

  return values
}
