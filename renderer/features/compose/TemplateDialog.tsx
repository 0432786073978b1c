import { AppFailure, appError, isErrorCode } from '@shared/errors'
import { templateNameMaximum, templateNameSchema } from '@shared/model/prompt'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useRefusal } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
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
  const { refusal, act, forget } = useRefusal()
  const replaces = renamed === null && refusal?.code === 'templateNameTaken'

  const keep = async (): Promise<void> => {
    if (renamed !== null) {
      await client.call('prompts.renameTemplate', { id: renamed.id, name })
      return
    }
    const { prompt, variables } = draft.getState().draft
    await client.call('prompts.saveTemplate', { name, prompt, variables, replace: replaces })
    toasts.show({ text: t('prompts.templates.saved', { name: name.trim() }), action: null })
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void act(async () => {
      checkName(name)
      await keep()
      onClose()
    })
  }

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
      <form id={formId} onSubmit={submit}>
        <Field
          label={t('prompts.templates.name')}
          error={refusal === null ? null : oneLine(errorText(refusal))}
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
                forget()
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

/** Throws what is wrong with a name. */
function checkName(name: string): void {
  const message = templateNameSchema.safeParse(name).error?.issues[0]?.message
  if (message !== undefined) throw new AppFailure(appError(isErrorCode(message) ? message : 'inputInvalid'))
}
