import {
  type ExtraField,
  type ExtraProblem,
  extraMaxima,
  extraProblems,
  extraTypedMaximum,
} from '@shared/model/extraFields'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { oneLine } from '../text/errorText'
import { Button } from '../ui/Button'
import { classNames } from '../ui/classNames'
import { IconButton } from '../ui/IconButton'
import { TextArea } from '../ui/TextArea'
import { TextField } from '../ui/TextField'
import { useErrorText } from './useErrorText'
import { useTranslation } from './useTranslation'

interface ExtraFieldRowsProps {
  readonly fields: readonly ExtraField[]
  readonly onChange: (fields: ExtraField[]) => void
}

const blank: ExtraField = { name: '', value: '' }

/** A name and a value on each row. A row that was left empty is never sent. Says what is wrong with the first one. */
export function ExtraFieldRows({ fields, onChange }: ExtraFieldRowsProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const noteId = useId()
  const list = useRef<HTMLUListElement>(null)
  // What is being typed is unfinished, not wrong.
  const [typing, setTyping] = useState<number | null>(null)
  const rows = fields.length === 0 ? [blank] : fields
  const problems = extraProblems(rows).filter(({ at }) => at !== typing)
  const told = problems[0] ?? null

  const put = (next: readonly ExtraField[]): void => onChange([...next])
  /** Changes the rows, then goes to the name of one of them. */
  const putAndGo = (next: readonly ExtraField[], at: number): void => {
    flushSync(() => put(next))
    list.current?.querySelectorAll('input')[at]?.focus()
  }

  return (
    <>
      <div className="grid grid-cols-[2fr_3fr_28px] gap-x-2 text-small text-faint" aria-hidden>
        <span>{t('extraFields.name')}</span>
        <span>{t('extraFields.value')}</span>
      </div>
      <ul ref={list} className="flex flex-col gap-1">
        {rows.map((field, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
            key={at}
            at={at}
            field={field}
            problem={problems.find((problem) => problem.at === at) ?? null}
            noteId={told?.at === at ? noteId : null}
            onChange={(patch) => {
              setTyping(at)
              put(rows.map((row, index) => (index === at ? { ...row, ...patch } : row)))
            }}
            onBlur={() => setTyping(null)}
            onRemove={() => {
              const left = rows.filter((_, index) => index !== at)
              putAndGo(left, Math.max(0, Math.min(at, left.length - 1)))
            }}
          />
        ))}
      </ul>
      <div>
        <Button
          look="link"
          className="text-small"
          unavailable={rows.length >= extraMaxima.fields}
          onClick={() => {
            if (rows.length < extraMaxima.fields) putAndGo([...rows, blank], rows.length)
          }}
        >
          {t('extraFields.add')}
        </Button>
      </div>
      {/* Below everything, so that no button moves away from under the pointer when a field is left. */}
      <p id={noteId} className={classNames('min-h-8 text-small', told === null ? 'text-faint' : 'text-bad')}>
        {told === null ? t('extraFields.hint') : oneLine(errorText(told.error))}
      </p>
    </>
  )
}

interface RowProps {
  readonly at: number
  readonly field: ExtraField
  readonly problem: ExtraProblem | null
  /** What says the problem; null if something else is said. */
  readonly noteId: string | null
  readonly onChange: (patch: Partial<ExtraField>) => void
  readonly onBlur: () => void
  readonly onRemove: () => void
}

function Row({ at, field, problem, noteId, onChange, onBlur, onRemove }: RowProps) {
  const { t } = useTranslation()
  const number = at + 1
  const wiring = (part: ExtraProblem['part']) =>
    problem?.part === part
      ? { 'aria-invalid': true as const, ...(noteId === null ? {} : { 'aria-describedby': noteId }) }
      : {}
  return (
    <li>
      <div className="grid grid-cols-[2fr_3fr_28px] items-start gap-x-2">
        <TextField
          {...wiring('name')}
          aria-label={t('extraFields.nameOf', { number })}
          value={field.name}
          maxLength={extraTypedMaximum}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
          onBlur={onBlur}
          className="min-h-8.5"
        />
        <TextArea
          {...wiring('value')}
          aria-label={t('extraFields.valueOf', { number })}
          rows={1}
          value={field.value}
          maxLength={extraTypedMaximum}
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => onChange({ value })}
          onBlur={onBlur}
          className="max-h-32 min-h-8"
        />
        <IconButton
          icon={X}
          label={t('extraFields.remove', { number })}
          onClick={onRemove}
          className="mt-0.5"
        />
      </div>
    </li>
  )
}
