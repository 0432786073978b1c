import type { JobAction } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import { useTranslation } from 'react-i18next'
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
  const { queue, dialogs, toasts } = useStores()

  const act = async (choice: Choice, action: BulkAction): Promise<void> => {
    const done = await queue.act(choice.ids, action, choice.sets)
    if (done === null) return
    const waitAgain = async () => {
      const again = await queue.act(choice.ids, 'waitAgain', choice.sets.map(stoppedSet))
      return again === null ? null : t('queue.did.waitAgain', { count: again })
    }
    toasts.show({
      text: t(`queue.did.${action}`, { count: done }),
      action: action === 'stopWaiting' ? { label: t('queue.action.waitAgain'), run: waitAgain } : null,
    })
  }

  const costOf = async ({ ids, sets }: Choice): Promise<{ readonly cost?: string }> => {
    const costs = await queue.estimate(ids, sets)
    return costs === null || costs.length === 0
      ? {}
      : { cost: t('queue.ask.cost', { cost: jobsCostWords(costs, t) }) }
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
        run: () => act(choice, action),
      },
    })
  }

  return (choice, action) => {
    if (choice.count > 1 && (action === 'settle' || action === 'sendAgain' || action === 'retryAsNew'))
      void ask(choice, action)
    else void act(choice, action)
  }
}

/** Where the jobs of a set are listed once nothing waits for them. */
function stoppedSet(set: JobSet): JobSet {
  return set.set === 'running' ? { ...set, set: 'stopped' } : set
}
