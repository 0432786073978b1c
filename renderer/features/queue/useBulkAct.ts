import type { JobAction } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'
import { jobsCostWords } from '../../text/costWords'
import type { Choice } from './choice'

/** The actions on several jobs at once. */
export const bulkActions = [
  'restoreConnection',
  'sendAgain',
  'settle',
  'retryDownload',
  'giveUp',
  'retryAsNew',
  'stopWaiting',
  'waitAgain',
] as const satisfies readonly JobAction[]

export type BulkAction = (typeof bulkActions)[number]

/** Acts on several jobs: asks first if that costs money or can't be undone, and says what was done. */
export function useBulkAct(): (choice: Choice, action: BulkAction) => void {
  const { t } = useTranslation()
  const { client, dialogs, toasts } = useStores()
  const act = useAct()

  /** Says to how many jobs it was done. */
  const actOn = async (ids: Choice['ids'], sets: Choice['sets'], action: BulkAction): Promise<string> => {
    const { done } = await client.call('jobs.act', { ids: [...ids], sets: [...sets], action })
    return t(`queue.did.${action}`, { count: done })
  }

  const bulkAct = async ({ ids, sets }: Choice, action: BulkAction): Promise<void> => {
    const text = await actOn(ids, sets, action)
    const waitAgain = () => actOn(ids, sets.map(stoppedSet), 'waitAgain')
    toasts.show({
      text,
      action: action === 'stopWaiting' ? { label: t('queue.action.waitAgain'), run: waitAgain } : null,
    })
  }

  const costOf = async ({ ids, sets }: Choice): Promise<{ readonly cost?: string }> => {
    const costs = await client.call('jobs.estimate', { ids: [...ids], sets: [...sets] })
    return costs.length === 0 ? {} : { cost: t('queue.ask.cost', { cost: jobsCostWords(costs, t) }) }
  }

  const ask = async (choice: Choice, action: 'settle' | 'sendAgain' | 'retryAsNew'): Promise<void> => {
    const { count } = choice
    const cost = action === 'settle' ? {} : await costOf(choice)
    dialogs.show({
      kind: 'question',
      question: {
        title: t(`queue.ask.${action}.title`, { count }),
        body: t(`queue.ask.${action}.body`, { count }),
        ...cost,
        confirm: t(`queue.ask.${action}.confirm`, { count }),
        run: () => bulkAct(choice, action),
      },
    })
  }

  return (choice, action) => {
    if (choice.count > 1 && (action === 'settle' || action === 'sendAgain' || action === 'retryAsNew'))
      void act(() => ask(choice, action))
    else void act(() => bulkAct(choice, action))
  }
}

/** Where the jobs of a set are listed once nothing waits for them. */
function stoppedSet(set: JobSet): JobSet {
  return set.set === 'running' ? { ...set, set: 'stopped' } : set
}
