import type { JobGroup, QueueOverview } from '@shared/model/queue'
import { useCancel } from '../../parts/useCancel'
import { useTranslation } from '../../parts/useTranslation'
import { Button } from '../../ui/Button'
import { choiceOf } from './choice'
import type { QueueRow } from './queueRows'
import { type BulkAction, useBulkAct } from './useBulkAct'
import { useClearFinished } from './useClearFinished'

interface GroupActionsProps {
  readonly group: JobGroup
  readonly overview: QueueOverview
  /** Its rows, if they are rows of jobs. */
  readonly rows: readonly QueueRow[]
}

/** The actions on a whole group at once. */
export function GroupActions({ group, overview, rows }: GroupActionsProps) {
  switch (group) {
    case 'needsYou':
      return <ForAllRows rows={rows} />
    case 'running':
      return (
        // Seldom needed, so it is shown only while the group is hovered or has the focus.
        <div className="opacity-0 group-hover/part:opacity-100 focus-within:opacity-100">
          <ForAllTasks set="running" count={overview.waitedFor} overview={overview} />
        </div>
      )
    case 'stopped':
      return <ForAllTasks set="stopped" count={overview.counts.stopped} overview={overview} />
    case 'waiting':
      return overview.waiting.length > 1 ? <CancelEverything /> : null
    case 'finished':
      // With one batch shown alone, everything that ended is listed, cleared or not.
      return overview.batch === null ? <ClearFinished count={overview.counts.finished} /> : null
  }
}

function ForAllRows({ rows }: { readonly rows: readonly QueueRow[] }) {
  const { t } = useTranslation()
  const bulkAct = useBulkAct()
  const actions: readonly BulkAction[] = ['sendAgain', 'settle', 'retryDownload']
  return actions.map((action) => {
    const choice = choiceOf(rows, action)
    // A single row offers it itself.
    if (choice.ids.length + choice.sets.length < 2) return null
    return (
      <Button key={action} look="link" onClick={() => bulkAct(choice, action)}>
        {t(`queue.bulk.${action}`, { count: choice.count })}
      </Button>
    )
  })
}

interface ForAllTasksProps {
  readonly set: 'running' | 'stopped'
  readonly count: number
  readonly overview: QueueOverview
}

function ForAllTasks({ set, count, overview }: ForAllTasksProps) {
  const { t } = useTranslation()
  const bulkAct = useBulkAct()
  // A single row offers it itself.
  if (count < 2) return null
  const all = { ids: [], sets: [{ set, batchId: overview.batch?.id ?? null }], count }
  return (
    <Button look="link" onClick={() => bulkAct(all, set === 'running' ? 'stopWaiting' : 'waitAgain')}>
      {t(set === 'running' ? 'queue.stopWaitingForAll' : 'queue.waitForAllAgain')}
    </Button>
  )
}

function CancelEverything() {
  const { t } = useTranslation()
  const cancel = useCancel()
  return (
    <Button look="link" onClick={() => cancel('everything')}>
      {t('queue.cancelEverything')}
    </Button>
  )
}

function ClearFinished({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const clear = useClearFinished()
  return (
    <Button look="link" onClick={() => clear(count)}>
      {t('queue.clear')}
    </Button>
  )
}
