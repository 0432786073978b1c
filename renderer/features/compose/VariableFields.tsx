import type { Draft } from '@shared/model/draft'
import { fieldsMaximum } from '@shared/model/draftExpansion'
import { variablesMaximum } from '@shared/model/prompt'
import type { Template } from '@shared/model/template'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field'
import { TextArea } from '../../ui/TextArea'
import type { Compose } from './useCompose'

/** A field for each variable of the prompt: what it stands for, one value a line. */
export function VariableFields({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { check, draft, expansion } = compose
  const { template, values } = expansion
  if (template.variables.length === 0) return null
  const wrongKey = check.ok ? undefined : check.problems.variables?.params.key
  const texts = new Map(Object.entries(draft.variables))

  return (
    <div data-field="variables" className="flex flex-col gap-2">
      {template.variables.slice(0, fieldsMaximum).map(({ name, key }) => {
        const text = texts.get(key) ?? ''
        const count = values.get(key)?.length ?? 0
        return (
          <Field
            key={key}
            label={`{{${name}}}`}
            aside={count > 1 && <span className="tabular-nums">{t('expansion.valueCount', { count })}</span>}
            error={key === wrongKey ? compose.problem('variables') : null}
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                dir="auto"
                rows={1}
                value={text}
                maxLength={1_000_000}
                placeholder={t('expansion.values')}
                onChange={({ currentTarget: { value } }) =>
                  compose.edit({ variables: withValue(draft, template, key, value) })
                }
                onBlur={() => compose.touch('variables')}
                className="max-h-32 min-h-8"
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

/** Values outlive the name in the prompt, which may be written again, as long as there is room. */
function withValue(draft: Draft, { variables }: Template, key: string, value: string): Draft['variables'] {
  const all = Object.entries({ ...draft.variables, [key]: value })
  const used = new Set(variables.map((variable) => variable.key))
  return Object.fromEntries(all.length > variablesMaximum ? all.filter(([name]) => used.has(name)) : all)
}
