import type { Connection } from '@shared/model/connection'
import { carriesOptions, countMaximum, type RequestDraft, suggestedSizes } from '@shared/model/draft'
import { useTranslation } from 'react-i18next'
import type { CheckedField } from '../../stores/draftCheck'
import { ComboBox } from '../../ui/ComboBox'
import { Field } from '../../ui/Field'
import { NumberField } from '../../ui/NumberField'
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
              maxLength={1_000_000}
              onChange={(event) => onEdit({ prompt: event.currentTarget.value })}
              className="max-h-[40vh] min-h-24"
            />
          )}
        </Field>
      </div>
      <div data-field="model">
        <Field label={t('compose.model')} error={problem('model')}>
          {(wiring) => (
            <ComboBox
              {...wiring}
              value={draft.model}
              maxLength={200}
              suggestions={connection.models}
              openLabel={t('compose.showModels')}
              onChange={(model) => onEdit({ model })}
            />
          )}
        </Field>
      </div>
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
        <div data-field="size">
          <Field label={t('compose.size')} error={problem('size')}>
            {(wiring) => (
              <ComboBox
                {...wiring}
                value={draft.size}
                maxLength={100}
                suggestions={suggestedSizes}
                openLabel={t('compose.showSizes')}
                placeholder={t('compose.sizePlaceholder')}
                onChange={(size) => onEdit({ size })}
              />
            )}
          </Field>
        </div>
        <div data-field="n">
          <Field label={t('compose.images')} error={problem('n')}>
            {(wiring) => (
              <NumberField
                {...wiring}
                value={draft.n}
                min={1}
                max={countMaximum}
                moreLabel={t('compose.moreImages')}
                fewerLabel={t('compose.fewerImages')}
                onChange={(n) => onEdit({ n })}
              />
            )}
          </Field>
        </div>
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
