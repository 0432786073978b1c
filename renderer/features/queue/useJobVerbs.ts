import type { ErrorCode } from '@shared/errors'
import type { Job, JobAction } from '@shared/model/job'
import { useReuse } from '../../parts/useReuse'
import { useTranslation } from '../../parts/useTranslation'
import type { Verb } from '../../parts/Verbs'
import { requestDraft } from '../../stores/requestDraft'
import { useShownBatch, useStores } from '../../stores/storesContext'
import { useJobAct } from './useJobAct'

/** What is refused for its prompt is refused again until the prompt changes. */
const ofPrompt: ReadonlySet<ErrorCode> = new Set(['moderated'])

/** Whether changing the prompt is the way on. */
export function isPromptTheCause({ state, error, items }: Job): boolean {
  const errors = [error, ...items.map((item) => item.error)].filter((one) => one !== null)
  return state === 'failed' && errors.length > 0 && errors.every(({ code }) => ofPrompt.has(code))
}

export interface JobVerbs {
  /** What its state allows, most likely first; paid ones say so. */
  readonly actions: readonly Verb[]
  /** Every job can fill the form again, a failed one to be fixed. */
  readonly reuse: Verb
  readonly details: Verb | null
  /** Those and `reuse`, the way on first: Edit, where the prompt is the cause. */
  readonly leading: readonly Verb[]
  /** All of them, and what is only in the menu. */
  readonly all: readonly Verb[]
}

/** What can be done with a job. `details`: null if there is nothing more to show. */
export function useJobVerbs(
  job: Job,
  details: { readonly opened: boolean; readonly onToggle: () => void } | null,
): JobVerbs {
  const { t } = useTranslation()
  const { batchFilter } = useStores()
  const jobAct = useJobAct()
  const fill = useReuse()
  const shown = useShownBatch()
  const outstanding = job.items.filter(({ state }) => state === 'ready' || state === 'pending').length

  const actions = job.actions.map((action) => ({
    key: action,
    label: t(`queue.action.${labelOf(job, action)}`, { count: outstanding }),
    run: () => jobAct(job, action),
  }))
  const reuse = {
    key: 'reuse',
    label: t(job.state === 'failed' ? 'queue.action.edit' : 'queue.action.reuse'),
    run: () => fill(requestDraft(job.request, job.mode), job.connectionId),
  }
  const toggle =
    details === null
      ? null
      : {
          key: 'details',
          label: t('queue.details.show'),
          expanded: details.opened,
          run: details.onToggle,
        }
  const alone = {
    key: 'batch',
    label: t('batches.show'),
    run: () => batchFilter.show(job.batchId),
  }
  const leading = isPromptTheCause(job) ? [reuse, ...actions] : [...actions, reuse]
  return {
    actions,
    reuse,
    leading,
    details: toggle,
    all: [...leading, ...(toggle === null ? [] : [toggle]), ...(shown === job.batchId ? [] : [alone])],
  }
}

/** A task that failed, that nobody knows, or that the user is asked about has no image to download yet. */
function labelOf({ state, error, attention }: Job, action: JobAction): JobAction | 'askAgain' {
  const isAskedAbout = attention?.code === 'imageFound' || attention?.code.startsWith('task') === true
  if (action === 'retryDownload' && isAskedAbout) return 'askAgain'
  const isOfTask = error !== null && ['taskFailed', 'taskCancelled', 'moderated'].includes(error.code)
  const hasNone = state === 'uncertain' || (state === 'failed' && isOfTask)
  return action === 'retryDownload' && hasNone ? 'askAgain' : action
}
