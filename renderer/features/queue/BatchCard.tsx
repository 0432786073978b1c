import { ShowAllBatches } from '../../parts/ShowAllBatches'
import { useTranslation } from '../../parts/useTranslation'
import { useConnection, useQueue } from '../../stores/storesContext'
import { batchCostWords } from '../../text/costWords'
import { ProgressLine } from '../../ui/ProgressLine'
import { BatchActions } from './BatchActions'
import { BatchName } from './BatchName'
import { batchStates, donePart } from './batchWords'
import { useRenameBatch } from './useRenameBatch'

/** The batch that is shown alone: its name, progress, cost and actions. */
export function BatchCard() {
  const { t } = useTranslation()
  const rename = useRenameBatch()
  const batch = useQueue(({ overview }) => overview?.batch ?? null)
  const demo = useConnection(batch?.connectionId ?? null)?.kind === 'demo'
  if (batch === null) return null
  const { id, name, done, jobs, cost } = batch
  return (
    <section
      aria-label={t('batches.region')}
      className="mx-4 flex shrink-0 flex-col gap-1 border-t border-line py-2"
    >
      <BatchName key={id} name={name} onRename={(wanted) => rename(batch, wanted)} />
      <ProgressLine value={donePart(batch)} label={t('batches.progressLabel', { done, jobs })} />
      <p className="text-small text-dim">
        <span className="pr-2 text-text tabular-nums">{t('batches.progress', { done, jobs })}</span>
        {batchStates(batch, t).join(', ')}
      </p>
      <p className="text-small text-faint first-letter:uppercase">{batchCostWords(cost, t, { demo })}</p>
      <BatchActions batch={batch} />
      <Elsewhere />
    </section>
  )
}

/** What isn't shown must not be forgotten. */
function Elsewhere() {
  const { t } = useTranslation()
  const count = useQueue(({ overview }) => overview?.needsYouElsewhere ?? 0)
  if (count === 0) return null
  return (
    <p data-line className="text-small text-warn">
      {t('batches.elsewhere', { count })} <ShowAllBatches />
    </p>
  )
}
