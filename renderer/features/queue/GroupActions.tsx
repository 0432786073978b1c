import type { JobGroup, QueueOverview } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'
import { cancelWords } from '../../text/cancelWords'
import { Button } from '../../ui/Button'
import { choiceOf } from './choice'
import type { QueueRow } from './queueRows'
import { type BulkAction, useBulkAct } from './useBulkAct'

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
      return overview.waiting.length > 1 ? <CancelEverything count={overview.counts.waiting} /> : null
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

function CancelEverything({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const { client, dialogs, toasts } = useStores()

  const cancel = async () => {
    const result = await client.call('queue.cancelWaiting', null)
    toasts.show({ text: cancelWords(result, t), action: null })
  }

  const ask = () =>
    dialogs.show({
      kind: 'question',
      question: {
        title: t('queue.ask.cancelEverything.title', { count }),
        body: t('queue.ask.cancelEverything.body'),
        confirm: t('queue.ask.cancelEverything.confirm'),
        run: cancel,
      },
    })

  return (
    <Button look="link" onClick={ask}>
      {t('queue.cancelEverything')}
    </Button>
  )
}

function ClearFinished({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const act = useAct()

  const clear = async () => {
    await client.call('queue.clearFinished', null)
    toasts.show({
      text: t('queue.cleared', { count }),
      action: {
        label: t('queue.listAgain'),
        run: () => client.call('queue.listFinishedAgain', null).then(() => t('queue.listed')),
      },
    })
  }

  return (
    <Button look="link" onClick={() => void act(clear)}>
      {t('queue.clear')}
    </Button>
  )
}
