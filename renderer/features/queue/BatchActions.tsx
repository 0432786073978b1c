import type { BatchSummary } from '@shared/model/batch'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { VerbButtons } from '../../parts/Verbs'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { useCancelBatch } from './useCancelBatch'
import { useResultVerbs } from './useResultVerbs'

/** The actions on a whole batch; those that cost money say so and ask first. */
export function BatchActions({ batch }: { readonly batch: BatchSummary }) {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const cancel = useCancelBatch()
  const { id, paused, waiting, retriable } = batch
  const results = useResultVerbs({
    ...batch,
    saved: batch.done,
    failed: retriable,
    failedActions: ['retryAsNew'],
    after: 0,
  })

  return (
    <div data-line className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-small">
      {waiting > 0 && (
        <>
          <Button
            look="link"
            aria-label={t(paused ? 'batches.resumeBatch' : 'batches.pauseBatch')}
            onClick={() => void act(() => client.call('batches.setPaused', { id, paused: !paused }))}
          >
            {t(paused ? 'batches.resume' : 'batches.pause')}
          </Button>
          <Button look="link" onClick={() => cancel(id)}>
            {t('queue.batch.cancel')}
          </Button>
        </>
      )}
      <VerbButtons verbs={results} />
    </div>
  )
}
