import type { Connection } from '@shared/model/connection'
import { carriesOptions, type RequestDraft } from '@shared/model/draft'
import { promptMaximum } from '@shared/model/prompt'
import { useTranslation } from 'react-i18next'
import { ImagesField, ModelField, SizeField } from '../../parts/RequestFields'
import type { CheckedField } from '../../stores/draftCheck'
import { Field } from '../../ui/Field'
import { TextArea } from '../../ui/TextArea'

interface EditFieldsProps {
  readonly draft: RequestDraft
  readonly connection: Connection
  readonly problem: (field: CheckedField) => string | null
  readonly onEdit: (patch: Partial<RequestDraft>) => void
}

/** The fields that a request of its mode includes. */
export function EditFields({ draft, connection, problem, onEdit }: EditFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div data-field="prompt">
        <Field label={t('compose.prompt')} error={problem('prompt')}>
          {(wiring) => (
            <TextArea
              {...wiring}
              value={draft.prompt}
              maxLength={promptMaximum}
              onChange={(event) => onEdit({ prompt: event.currentTarget.value })}
              className="max-h-[40vh] min-h-24"
            />
          )}
        </Field>
      </div>
      <ModelField
        value={draft.model}
        error={problem('model')}
        suggestions={connection.models}
        onChange={(model) => onEdit({ model })}
      />
      {carriesOptions(draft.mode, connection) && (
        <OptionFields draft={draft} problem={problem} onEdit={onEdit} />
      )}
    </>
  )
}

function OptionFields({ draft, problem, onEdit }: Omit<EditFieldsProps, 'connection'>) {
  const { t } = useTranslation()
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <SizeField value={draft.size} error={problem('size')} onChange={(size) => onEdit({ size })} />
        <ImagesField value={draft.n} error={problem('n')} onChange={(n) => onEdit({ n })} />
      </div>
      <div data-field="image">
        <Field label={t('references.label')} error={problem('image')} hint={t('queue.edit.referencesHint')}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={1}
              value={draft.image.join('\n')}
              onChange={(event) => onEdit({ image: linesOf(event.currentTarget.value) })}
              className="max-h-40 min-h-8"
            />
          )}
        </Field>
      </div>
    </>
  )
}

/** The lines as typed, including empty ones: such a line just hasn't been filled in yet. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
