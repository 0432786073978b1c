import type { BatchSummary } from '@shared/model/batch'
import { Layers } from 'lucide-react'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useQueue, useStores } from '../../stores/storesContext'
import { ProgressLine } from '../../ui/ProgressLine'
import { SearchPopover } from '../../ui/SearchPopover'
import { batchStates, donePart } from './batchWords'

/** The most batches read at once; older ones are found by name. */
const listed = 500

/** Lists every batch, searchable; choosing one shows it alone, in the queue and in the gallery. */
export function BatchesButton() {
  const { t } = useTranslation()
  const { client, batchFilter } = useStores()
  const revision = useQueue(({ overview }) => overview?.revision ?? 0)
  const act = useAct()
  return (
    <SearchPopover
      icon={Layers}
      label={t('batches.title')}
      searchLabel={t('batches.search')}
      emptyText={t('batches.empty')}
      notFoundText={t('batches.notFound')}
      source={{
        read: (query) => client.call('batches.list', { ...query, limit: Math.min(listed, query.limit) }),
        revision,
        act,
      }}
      keyOf={({ id }) => id}
      show={(batch) => <BatchLine batch={batch} />}
      onChoose={({ id }) => batchFilter.show(id)}
      actions={[]}
      foot={[]}
    />
  )
}

function BatchLine({ batch }: { readonly batch: BatchSummary }) {
  const { t } = useTranslation()
  const { name, done, jobs } = batch
  return (
    <>
      <span dir="auto" className="block truncate" title={name}>
        {name}
      </span>
      <span aria-hidden className="block py-1">
        <ProgressLine value={donePart(batch)} label="" />
      </span>
      <span className="flex gap-2 text-small text-dim">
        <span className="tabular-nums">{t('batches.progress', { done, jobs })}</span>
        <span className="min-w-0 flex-1 truncate text-faint">{batchStates(batch, t).join(', ')}</span>
      </span>
    </>
  )
}
