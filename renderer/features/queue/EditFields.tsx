import type { Connection } from '@shared/model/connection'
import { carriesOptions, type RequestDraft } from '@shared/model/draft'
import { ExtraFieldsEditor } from '../../parts/ExtraFieldsEditor'
import { ReferencesField } from '../../parts/ReferencesField'
import { ImagesField, ModelField, PromptField, SizeField } from '../../parts/RequestFields'
import type { References } from '../../parts/useReferences'
import { useTranslation } from '../../parts/useTranslation'
import type { CheckedField } from '../../stores/draftCheck'
import { extraWords } from '../../text/extraWords'
import { Disclosure } from '../../ui/Disclosure'

interface EditFieldsProps {
  readonly draft: RequestDraft
  readonly references: References
  readonly connection: Connection
  readonly problem: (field: CheckedField) => string | null
  readonly onEdit: (patch: Partial<RequestDraft>) => void
}

/** The fields that a request of its mode includes. */
export function EditFields({ draft, references, connection, problem, onEdit }: EditFieldsProps) {
  const { t } = useTranslation()
  const { extra = [], mode } = draft
  const added = connection.extra[mode]
  return (
    <>
      <PromptField
        value={draft.prompt}
        error={problem('prompt')}
        onChange={(prompt) => onEdit({ prompt })}
        className="max-h-[40vh] min-h-24"
      />
      <ModelField
        value={draft.model}
        error={problem('model')}
        suggestions={connection.models}
        onChange={(model) => onEdit({ model })}
      />
      {carriesOptions(draft.mode, connection) && (
        <>
          <div className="grid grid-cols-2 items-start gap-3">
            <SizeField value={draft.size} error={problem('size')} onChange={(size) => onEdit({ size })} />
            <ImagesField value={draft.n} error={problem('n')} onChange={(n) => onEdit({ n })} />
          </div>
          <ReferencesField references={references} connectionId={connection.id} error={problem('image')} />
        </>
      )}
      <div data-field="extra">
        <Disclosure
          label={t('compose.extra')}
          forced={problem('extra') !== null}
          initiallyOpen={extra.length + added.length > 0}
        >
          <div className="flex flex-col gap-2 pt-2">
            {added.length > 0 && (
              <p className="text-small wrap-anywhere text-dim">
                {t('extraFields.ofConnection', { name: connection.name, fields: extraWords(added, t) })}
              </p>
            )}
            <ExtraFieldsEditor
              label={t('compose.extra')}
              fields={extra}
              onChange={(fields) => onEdit({ extra: fields })}
            />
          </div>
        </Disclosure>
      </div>
    </>
  )
}
