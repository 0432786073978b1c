import { type ErrorCode, isErrorCode } from '@shared/errors'
import { templateNameMaximum, templateNameSchema } from '@shared/model/prompt'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorOf } from '../../client/failure'
import { useErrorText } from '../../parts/useErrorText'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { TextField } from '../../ui/TextField'

interface TemplateDialogProps {
  /** Null: the prompt in the form is to be saved. */
  readonly renamed: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
}

/**
 * Names a template: a new one from the prompt in the form, or an existing one. Says if the name is taken; saving may
 * then replace that template.
 */
export function TemplateDialog({ renamed, onClose }: TemplateDialogProps) {
  const { t } = useTranslation()
  const { client, draft, toasts } = useStores()
  const errorText = useErrorText()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(renamed?.name ?? '')
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const replaces = renamed === null && problem === 'templateNameTaken'

  const keep = async (): Promise<void> => {
    if (renamed !== null) {
      await client.call('prompts.renameTemplate', { id: renamed.id, name })
      return
    }
    const { prompt, variables } = draft.getState().draft
    await client.call('prompts.saveTemplate', { name, prompt, variables, replace: replaces })
    toasts.show({ text: t('prompts.templates.saved', { name: name.trim() }), action: null })
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = nameProblem(name)
    if (wrong !== null) return setProblem(wrong)
    await keep().then(onClose, (thrown: unknown) => setProblem(errorOf(thrown).code))
  }

  const words = problem === null ? null : errorText({ code: problem, params: {} })
  return (
    <Dialog
      title={t(renamed === null ? 'prompts.templates.saveTitle' : 'prompts.templates.renameTitle')}
      closeLabel={t('frame.close')}
      onClose={onClose}
      onOpened={() => {
        field.current?.focus()
        field.current?.select()
      }}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('prompts.templates.cancel')}</Button>
          <Button look="primary" className="min-h-8" type="submit" form={formId}>
            {t(
              replaces
                ? 'prompts.templates.replace'
                : renamed === null
                  ? 'prompts.templates.confirmSave'
                  : 'prompts.templates.confirmRename',
            )}
          </Button>
        </div>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <Field
          label={t('prompts.templates.name')}
          error={words === null ? null : `${words.cause} ${words.next}`}
        >
          {(wiring) => (
            <TextField
              {...wiring}
              ref={field}
              dir="auto"
              value={name}
              maxLength={templateNameMaximum}
              onChange={(event) => {
                setName(event.currentTarget.value)
                setProblem(null)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function nameProblem(name: string): ErrorCode | null {
  const message = templateNameSchema.safeParse(name).error?.issues[0]?.message
  if (message === undefined) return null
  return isErrorCode(message) ? message : 'inputInvalid'
}
