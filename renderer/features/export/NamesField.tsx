import { depthMaximum, readNameTemplate, templateMaximum } from '@shared/model/exportNames'
import { useRef } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { TextField } from '../../ui/TextField'
import { useForm } from './useExportForm'

/** What most names are made of; all others can be typed. */
const offered = [
  '{batch}',
  '{name}',
  '{prompt:40}',
  '{model}',
  '{date}',
  '{size}',
  '{index:3}',
  '{counter:4}',
  '{row}',
  '{key}',
  '{rating}',
]

/** The template of the names, with what is not right about it. */
export function NamesField({ template }: { readonly template: string }) {
  const { t } = useTranslation()
  const form = useForm()
  const field = useRef<HTMLInputElement>(null)
  const { problem } = readNameTemplate(template)
  const words =
    problem === null
      ? null
      : t(`exports.nameProblems.${problem.kind}`, {
          text: problem.text,
          at: problem.at + 1,
          maximum: depthMaximum,
        })
  const isRefused = problem !== null && problem.kind !== 'namesRepeat'

  const insert = (token: string): void => {
    const input = field.current
    const [from, to] = [input?.selectionStart ?? template.length, input?.selectionEnd ?? template.length]
    form.change({ template: `${template.slice(0, from)}${token}${template.slice(to)}` })
    input?.focus()
  }

  return (
    <div className="flex flex-col gap-1.5">
      <Field label={t('exports.names')} error={isRefused ? words : null} hint={isRefused ? undefined : words}>
        {(wiring) => (
          <TextField
            {...wiring}
            ref={field}
            value={template}
            maxLength={templateMaximum}
            onChange={(event) => form.change({ template: event.currentTarget.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-1">
        {offered.map((token) => (
          <Button
            key={token}
            look="ghost"
            className="border border-line text-small"
            aria-label={t('exports.insert', { token })}
            onClick={() => insert(token)}
          >
            {token}
          </Button>
        ))}
      </div>
    </div>
  )
}
