import { gateOfDraft, openGate } from '@shared/model/sendGate'
import { useErrorText } from '../parts/useErrorText'
import { useTranslation } from '../parts/useTranslation'
import type { PaidPlan } from '../stores/paidPlan'
import { useApp, useQueue } from '../stores/storesContext'
import { costWords } from '../text/costWords'
import { gateWords } from '../text/gateWords'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'

interface PaidQuestionDialogProps {
  readonly plan: PaidPlan
  readonly onAnswer: (go: boolean) => void
}

/** Asks before many requests are queued. Neither Enter nor a second Mod+Enter answers it. */
export function PaidQuestionDialog({ plan, onAnswer }: PaidQuestionDialogProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const limit = useApp(({ preferences }) => preferences.askAboveRequests)
  const { requests, images, connection, cost } = plan
  const before = useQueue(({ overview }) =>
    overview?.costs.find(({ connectionId }) => connectionId === connection.id),
  )
  const { dailyCap, name } = connection
  const past = gateWords(gateOfDraft(openGate, connection, cost, before), { t, errorText, name })
  const facts = [
    { label: t('frame.paidQuestion.requests'), value: t('frame.paidQuestion.number', { count: requests }) },
    { label: t('frame.paidQuestion.images'), value: t('frame.paidQuestion.number', { count: images }) },
    { label: t('frame.paidQuestion.connection'), value: connection.name },
    {
      label: t('frame.paidQuestion.cost'),
      value: costWords(cost, t, { demo: connection.kind === 'demo' }),
    },
    ...(dailyCap === null
      ? []
      : [
          {
            label: t('frame.paidQuestion.cap'),
            value: past ?? t('frame.paidQuestion.withinCap', { cap: dailyCap }),
          },
        ]),
  ]
  return (
    <Dialog
      title={t('frame.paidQuestion.title', { count: requests })}
      closeLabel={t('frame.close')}
      onClose={() => onAnswer(false)}
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>{t('frame.paidQuestion.cancel')}</Button>
          <Button look="primary" className="min-h-8" onClick={() => onAnswer(true)}>
            {t('frame.paidQuestion.queue', { count: requests })}
          </Button>
        </div>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-dim">{label}</dt>
            <dd className="selectable tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {limit !== null && (
        <p className="pt-3 text-small text-faint">{t('frame.paidQuestion.why', { limit })}</p>
      )}
    </Dialog>
  )
}
