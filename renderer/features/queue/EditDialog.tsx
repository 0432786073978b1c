import type { Connection } from '@shared/model/connection'
import { editedOn, type RequestDraft, type SendableDraft } from '@shared/model/draft'
import type { Job } from '@shared/model/job'
import { useEffect, useId, useRef, useState } from 'react'
import { useActHere } from '../../parts/useAct'
import { useErrorText } from '../../parts/useErrorText'
import { usePressStep } from '../../parts/usePressStep'
import { useReferences } from '../../parts/useReferences'
import { useReuse } from '../../parts/useReuse'
import { useTranslation } from '../../parts/useTranslation'
import { type CheckedField, checkedFields, checkRequest } from '../../stores/draftCheck'
import { requestDraft } from '../../stores/requestDraft'
import type { Step } from '../../stores/step'
import { useApp, useConnection, useStores } from '../../stores/storesContext'
import { oneLine } from '../../text/errorText'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { focusField } from '../../ui/focusField'
import { EditFields } from './EditFields'

interface EditDialogProps {
  readonly job: Job
  readonly onClose: () => void
}

/** A waiting job's request, which can be changed as long as nothing of it was sent. */
export function EditDialog({ job, onClose }: EditDialogProps) {
  const live = useConnection(job.connectionId)
  // If it is removed in the meantime, what was typed stays: it can still go to the form.
  const [opened] = useState(live)
  const connection = live ?? opened
  const isGone = connection === null
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return isGone ? null : <EditForm job={job} connection={connection} onClose={onClose} />
}

function EditForm({ job, onClose, ...props }: EditDialogProps & { readonly connection: Connection }) {
  const connection = editedOn(props.connection, job)
  const { t } = useTranslation()
  const { client, queue, undo } = useStores()
  const pressStep = usePressStep()
  const reuse = useReuse()
  const errorText = useErrorText()
  const mac = useApp(({ platform }) => platform === 'darwin')
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [draft, setDraft] = useState<RequestDraft>(() => requestDraft(job.request, job.mode))
  const [told, setTold] = useState(false)
  const { failure, act } = useActHere()
  const edit = (patch: Partial<RequestDraft>): void => setDraft((before) => ({ ...before, ...patch }))
  const references = useReferences(draft.image, (image) => edit({ image }))
  const whole = { ...draft, image: references.withText }
  const check = checkRequest(whole, connection)

  const problem = (field: CheckedField): string | null => {
    const wrong = check.ok || !told ? undefined : check.problems[field]
    return wrong === undefined ? null : oneLine(errorText(wrong))
  }

  const edited = async (wanted: SendableDraft): Promise<Step | null> => {
    const { id, press } = await client.call('jobs.edit', { id: job.id, draft: wanted })
    onClose()
    queue.wantRow(id)
    if (press === null) return null
    return pressStep(press, {
      text: t('undo.edit.done'),
      undone: () => t('undo.edit.undone'),
      redone: () => t('undo.edit.redone'),
    })
  }

  const save = (): void => {
    setTold(true)
    void act(async () => {
      if (!check.ok) {
        const wrong = checkedFields.find((field) => check.problems[field] !== undefined)
        if (wrong !== undefined) focusField(form.current, wrong)
        return
      }
      await undo.did(edited(check.draft))
    })
  }

  return (
    <Dialog
      title={t('queue.edit.title')}
      lead={t('queue.edit.lead')}
      closeLabel={t('frame.close')}
      onClose={onClose}
      onOpened={() => focusField(form.current, 'prompt')}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          {failure !== null && (
            <div className="flex-1">
              <Alert text={failure} />
              <Button
                look="link"
                onClick={() => {
                  reuse(whole, job.connectionId)
                  onClose()
                }}
              >
                {t('queue.edit.reuse')}
              </Button>
            </div>
          )}
          <Button onClick={onClose}>{t('queue.edit.cancel')}</Button>
          <Button look="primary" type="submit" form={formId}>
            {t('queue.edit.save')}
          </Button>
        </div>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        onKeyDown={(event) => {
          // In the prompt, Enter alone makes a new line; in an open list it chooses.
          if (event.key !== 'Enter' || !(mac ? event.metaKey : event.ctrlKey)) return
          if (event.repeat || event.defaultPrevented) return
          // A reference that is looked at lies above the form, and is no part of it.
          if (!(event.target instanceof Node) || !form.current?.contains(event.target)) return
          event.preventDefault()
          save()
        }}
        className="flex flex-col gap-3"
      >
        <EditFields
          draft={draft}
          references={references}
          connection={connection}
          problem={problem}
          onEdit={edit}
        />
      </form>
    </Dialog>
  )
}
