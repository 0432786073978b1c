import type { JobAction } from '@shared/model/job'
import type { Undone } from '@shared/model/press'
import { useAct } from '../../parts/useAct'
import { useDid } from '../../parts/useDid'
import { type PressWords, usePressStep } from '../../parts/usePressStep'
import { useTranslation } from '../../parts/useTranslation'
import type { Step } from '../../stores/step'
import { useStores } from '../../stores/storesContext'
import { jobsCostWords } from '../../text/costWords'
import type { Choice } from './choice'

/** The actions on jobs, of one or several at once. */
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

/** Those that may be billed: asked about, one as well as many. */
const paid = ['sendAgain', 'retryAsNew'] as const satisfies readonly BulkAction[]
type Paid = (typeof paid)[number]

const isPaid = (action: BulkAction): action is Paid => paid.some((one) => one === action)

/** What undoing an action comes to; the others can't be undone. */
const undoneBy = {
  settle: 'undo.settle.undone',
  stopWaiting: 'queue.did.waitAgain',
  waitAgain: 'queue.did.stopWaiting',
} as const
type Undoable = keyof typeof undoneBy

const isUndoable = (action: BulkAction): action is Undoable => action in undoneBy

/** Acts on jobs: asks first if that costs money, says what was done, and lets the user undo it if it can be. */
export function useBulkAct(): (choice: Choice, action: BulkAction) => void {
  const { t } = useTranslation()
  const { client, dialogs, undo } = useStores()
  const act = useAct()
  const did = useDid()
  const pressStep = usePressStep()

  const wordsOf = (action: Undoable, text: string): PressWords => ({
    text,
    undone({ done, left }: Undone) {
      const what = t(undoneBy[action], { count: done })
      return left === 0 ? what : t('undo.except', { what, count: left })
    },
    redone: (count) => t(`queue.did.${action}`, { count }),
  })

  const bulkAct = async ({ ids, sets }: Choice, action: BulkAction): Promise<Step | null> => {
    const named = sets.length === 0 ? {} : { sets: [...sets] }
    const { done, press } = await client.call('jobs.act', { ids: [...ids], ...named, action })
    const text = t(`queue.did.${action}`, { count: done })
    if (press !== null && isUndoable(action)) return pressStep(press, wordsOf(action, text))
    return { text, tooLate: t('undo.never', { what: text }), reverse: null }
  }

  const ask = async (choice: Choice, action: Paid): Promise<void> => {
    const { ids, sets, count } = choice
    const costs = await client.call('jobs.estimate', { ids: [...ids], sets: [...sets] })
    dialogs.show({
      kind: 'question',
      question: {
        title: t(`queue.ask.${action}.title`, { count }),
        body: t(`queue.ask.${action}.body`, { count }),
        ...(costs.length === 0 ? {} : { cost: t('queue.ask.cost', { cost: jobsCostWords(costs, t) }) }),
        confirm: t(`queue.ask.${action}.confirm`, { count }),
        run: () => undo.did(bulkAct(choice, action)),
      },
    })
  }

  return (choice, action) => {
    if (isPaid(action)) void act(() => ask(choice, action))
    else did(() => bulkAct(choice, action))
  }
}
