import {
  type ExtraField,
  extraJson,
  extraProblems,
  extraTypedMaximum,
  readExtraJson,
  unreadJson,
} from '@shared/model/extraFields'
import { useState } from 'react'
import { oneLine } from '../text/errorText'
import { Field } from '../ui/Field'
import { SegmentedRadio } from '../ui/SegmentedRadio'
import { TextArea } from '../ui/TextArea'
import { ExtraFieldRows } from './ExtraFieldRows'
import { useErrorText } from './useErrorText'
import { useTranslation } from './useTranslation'

interface ExtraFieldsEditorProps {
  /** Which fields these are. */
  readonly label: string
  readonly fields: readonly ExtraField[]
  readonly onChange: (fields: ExtraField[]) => void
}

/** A list of extra fields, as rows or as one JSON object. Keeps what can't be sent, and says why. */
export function ExtraFieldsEditor({ label, fields, onChange }: ExtraFieldsEditorProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<'rows' | 'json'>(unreadJson(fields) === null ? 'rows' : 'json')
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="text-small text-dim" aria-hidden>
          {label}
        </span>
        <SegmentedRadio
          label={t('extraFields.view')}
          value={view}
          options={[
            { value: 'rows', label: t('extraFields.rows') },
            { value: 'json', label: t('extraFields.json') },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'rows' ? (
        <ExtraFieldRows fields={fields} onChange={onChange} />
      ) : (
        <JsonField fields={fields} onChange={onChange} />
      )}
    </fieldset>
  )
}

function JsonField({ fields, onChange }: Omit<ExtraFieldsEditorProps, 'label'>) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const [text, setText] = useState(() => extraJson(fields))
  // What is being typed is unfinished, not wrong.
  const [typing, setTyping] = useState(false)
  const wrong = typing ? null : (readExtraJson(text).error ?? extraProblems(fields)[0]?.error ?? null)
  return (
    <Field
      label={t('extraFields.json')}
      hint={t('extraFields.jsonHint')}
      error={wrong === null ? null : oneLine(errorText(wrong))}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={4}
          value={text}
          maxLength={extraTypedMaximum}
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            setTyping(true)
            onChange(readExtraJson(value).fields)
          }}
          onBlur={() => setTyping(false)}
          className="max-h-[40vh] min-h-24"
        />
      )}
    </Field>
  )
}
