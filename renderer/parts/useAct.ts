import type { AppError } from '@shared/errors'
import { useCallback, useState } from 'react'
import { appErrorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { oneLine } from '../text/errorText'
import { useErrorText } from './useErrorText'

/** Does something that may be refused. Never rejects; resolves to whether it was done. */
export type Act = (work: () => Promise<unknown>) => Promise<boolean>

/** Every refusal of an action passes here, and is told: at the foot of the gallery. */
export function useAct(): Act {
  const { toasts } = useStores()
  const errorText = useErrorText()
  return useTelling(
    useCallback(
      (refusal) => refusal !== null && toasts.fail(oneLine(errorText(refusal))),
      [toasts, errorText],
    ),
  )
}

/** The same for what has room for words beside it: they stay until its next attempt. */
export function useActHere(): { readonly failure: string | null; readonly act: Act } {
  const errorText = useErrorText()
  const { refusal, act } = useRefusal()
  return { failure: refusal === null ? null : oneLine(errorText(refusal)), act }
}

export interface Refusal {
  readonly refusal: AppError | null
  readonly act: Act
  readonly forget: () => void
}

/** The same where the code of the refusal decides what is shown: it stays until the next attempt, or is forgotten. */
export function useRefusal(): Refusal {
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const forget = useCallback(() => setRefusal(null), [])
  return { refusal, act: useTelling(setRefusal), forget }
}

/** `tell` hears null when an attempt begins. */
function useTelling(tell: (refusal: AppError | null) => void): Act {
  const { queue } = useStores()
  return useCallback(
    async (work) => {
      tell(null)
      try {
        const done = work()
        // Changes are announced ten times a second: what a press has begun is shown before the next one.
        void queue.refresh()
        await done
        return true
      } catch (thrown) {
        tell(appErrorOf(thrown))
        return false
      }
    },
    [queue, tell],
  )
}
