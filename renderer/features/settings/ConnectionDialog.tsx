import { type FormEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useConnection } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Disclosure } from '../../ui/Disclosure'
import { focusField } from '../../ui/focusField'
import { AdvancedFields } from './AdvancedFields'
import { ConnectionAnswer } from './ConnectionAnswer'
import { ConnectionExtra } from './ConnectionExtra'
import { ConnectionFields } from './ConnectionFields'
import type { FormField } from './connectionForm'
import { ModelFields } from './ModelFields'
import { TaughtPlaces } from './TaughtPlaces'
import { useConnectionForm } from './useConnectionForm'

interface ConnectionDialogProps {
  /** Null for a new connection. */
  readonly id: string | null
  /** Where the focus starts. */
  readonly focus: FormField
  readonly onClose: () => void
}

const advanced: readonly FormField[] = [
  'pageUrl',
  'allowedOrigins',
  'taskPath',
  'taskOrigins',
  'directSlots',
  'backgroundSlots',
  'pollsPerSecond',
]

export function ConnectionDialog({ id, focus, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation()
  const connection = useConnection(id)
  const state = useConnectionForm(connection, onClose)
  const act = useAct()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  const run = (action: () => Promise<FormField | null>) =>
    void act(async () => {
      const wrong = await action()
      // The field may only just have been unfolded.
      flushSync(() => undefined)
      if (wrong !== null) focusField(form.current, wrong)
    })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    run(state.save)
  }

  return (
    <Dialog
      title={t('connection.title')}
      {...(connection === null ? { lead: t('connection.intro') } : {})}
      closeLabel={t('frame.close')}
      onClose={onClose}
      onOpened={() => focusField(form.current, focus)}
      size="steady"
      footer={
        <div className="flex flex-col gap-3">
          <ConnectionAnswer test={state.test} failure={state.failure} />
          <div className="flex items-center justify-between gap-2">
            <Button unavailable={state.busy !== null} onClick={() => run(state.runTest)}>
              {t(state.busy === 'testing' ? 'connection.testing' : 'connection.test')}
            </Button>
            <Button
              look="primary"
              type="submit"
              form={formId}
              unavailable={state.busy !== null}
              className="min-w-24"
            >
              {t(state.busy === 'saving' ? 'connection.saving' : 'connection.save')}
            </Button>
          </div>
        </div>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-6 gap-y-4">
          <div className="flex min-w-0 flex-col gap-4">
            <ConnectionFields state={state} keyState={connection?.keyState ?? null} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <ModelFields state={state} />
          </div>
        </div>
        <Disclosure
          label={t('connection.extra.title')}
          forced={state.problem('extra') !== null}
          initiallyOpen={Object.values(state.form.extra).some((fields) => fields.length > 0)}
        >
          <ConnectionExtra state={state} />
        </Disclosure>
        {connection !== null && connection.taught.length > 0 && (
          <Disclosure label={t('connection.taught.title')} initiallyOpen>
            <TaughtPlaces connection={connection} />
          </Disclosure>
        )}
        <Disclosure
          label={t('connection.advanced')}
          initiallyOpen={advanced.includes(focus)}
          forced={advanced.some((field) => state.problem(field) !== null)}
        >
          <AdvancedFields state={state} connection={connection} />
        </Disclosure>
      </form>
    </Dialog>
  )
}
