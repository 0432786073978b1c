import type { FinishedBatch } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from '../../parts/useTranslation'
import { VerbButtons, VerbItems } from '../../parts/Verbs'
import { useQueue, useStores } from '../../stores/storesContext'
import { IconButton } from '../../ui/IconButton'
import { RowShell } from './RowShell'
import { useResultVerbs } from './useResultVerbs'

interface FinishedRowProps {
  readonly batch: FinishedBatch
  /** Its jobs are listed one by one below it. */
  readonly opened: boolean
  readonly onToggle: () => void
}

/** What has finished of a batch, as one line: "45 saved, 155 cancelled". */
export function FinishedRow({ batch, opened, onToggle }: FinishedRowProps) {
  const { t } = useTranslation()
  const { batchFilter } = useStores()
  const { id, name, more, failed, saved } = batch
  const finishedAfter = useQueue(({ overview }) => overview?.finishedAfter ?? 0)
  const results = useResultVerbs({ ...batch, after: finishedAfter + 1 })
  const open = {
    key: 'open',
    label: t(opened ? 'queue.finished.close' : 'queue.finished.open'),
    run: onToggle,
  }
  const showAlone = () => batchFilter.show(id)
  const images = { key: 'images', label: t('queue.finished.images'), run: showAlone }
  const alone = { key: 'alone', label: t('batches.show'), run: showAlone }
  const retries = results.filter(({ key }) => key === 'retryDownload' || key === 'retryAsNew')

  return (
    <RowShell
      title={name}
      count={more === 0 ? '' : t('batches.more', { count: more })}
      fact={endedWords(batch, t)}
      tone={failed > 0 ? 'bad' : 'plain'}
      batchId={id}
      {...(saved > 0 ? { aside: <VerbButtons verbs={[images]} /> } : {})}
      {...(retries.length > 0 ? { actions: <VerbButtons verbs={retries} /> } : {})}
      menu={<VerbItems verbs={[...(saved > 0 ? [images] : []), open, ...results, alone]} />}
      onEnter={onToggle}
    >
      <IconButton
        icon={opened ? ChevronDown : ChevronRight}
        label={t(opened ? 'queue.finished.closeNamed' : 'queue.finished.openNamed', { name })}
        aria-expanded={opened}
        onClick={onToggle}
        className="absolute top-1 left-0 w-4"
      />
    </RowShell>
  )
}

/** How its jobs ended, what came of them first; only what there is. */
function endedWords(batch: FinishedBatch, t: TFunction): string {
  const kinds = ['saved', 'missing', 'failed', 'settled', 'retried', 'cancelled'] as const
  return kinds
    .filter((kind) => batch[kind] > 0)
    .map((kind) => t(`queue.finished.${kind}`, { count: batch[kind] }))
    .join(', ')
}
