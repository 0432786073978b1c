import { cancelUndoMs, type Press, type Undone } from '@shared/model/press'
import type { CancelResult } from '@shared/model/queue'
import type { Step } from '../stores/step'
import { useStores } from '../stores/storesContext'
import { cancelWords } from '../text/cancelWords'
import { useDid } from './useDid'
import { usePressStep } from './usePressStep'
import { useTranslation } from './useTranslation'

/** What waits of a batch, one waiting job, or everything that is waiting. */
export type Cancelled = { readonly batch: string } | { readonly job: string } | 'everything'

/** Cancels what is waiting and says what will still arrive; for half a minute that can be undone. */
export function useCancel(): (what: Cancelled) => void {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const did = useDid()
  const pressStep = usePressStep()

  const carriedOut = async (what: Cancelled): Promise<CancelResult & { readonly press: Press }> => {
    if (what === 'everything') return client.call('queue.cancelWaiting', null)
    if ('batch' in what) return client.call('batches.cancel', { id: what.batch })
    const { done, press } = await client.call('jobs.act', { ids: [what.job], action: 'cancel' })
    return { cancelled: done, arriving: 0, press }
  }

  const undoneWords = ({ done, left }: Undone): string => {
    const back = t('undo.cancel.undone', { count: done })
    return left === 0 ? back : t('undo.cancel.undoneExcept', { what: back, count: left })
  }

  const cancel = async (what: Cancelled): Promise<Step | null> => {
    const { press, ...result } = await carriedOut(what)
    const text = cancelWords(result, t)
    if (press === null) {
      toasts.show({ text, action: null })
      return null
    }
    const tooLate = t('undo.cancel.tooLate', { count: result.cancelled })
    return pressStep(press, {
      text,
      undone: undoneWords,
      redone: (count) => t('undo.cancel.redone', { count }),
      // What it told can be undone must stay in sight for as long as that is so.
      traits: () => ({ tooLate, until: Date.now() + cancelUndoMs, lasts: true }),
    })
  }

  return (what) => did(() => cancel(what))
}
