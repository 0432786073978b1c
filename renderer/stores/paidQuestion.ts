import type { AppStore } from './appStore'
import type { DialogStore } from './dialogStore'
import type { PaidPlan } from './paidPlan'

/** Asks before many requests are queued at once, as the preference `askAboveRequests` says. */
export interface PaidQuestion {
  /** Whether `confirm` opens a dialog. */
  isAsked(requests: number): boolean
  /** True if they may be queued: the user agreed, or there are too few to ask. */
  confirm(plan: PaidPlan): Promise<boolean>
}

export function createPaidQuestion(deps: {
  readonly app: Pick<AppStore, 'getState'>
  readonly dialogs: DialogStore
}): PaidQuestion {
  const { app, dialogs } = deps

  function isAsked(requests: number): boolean {
    const { askAboveRequests } = app.getState().preferences
    return askAboveRequests !== null && requests > askAboveRequests
  }

  return {
    isAsked,
    async confirm(plan) {
      if (!isAsked(plan.requests)) return true
      // A second press while the question is open is not an answer.
      if (dialogs.getState().open.some(({ kind }) => kind === 'paidQuestion')) return false
      return new Promise((resolve) => {
        const answer = (go: boolean): void => {
          dialogs.close()
          resolve(go)
        }
        dialogs.show({ kind: 'paidQuestion', plan, answer })
      })
    },
  }
}
