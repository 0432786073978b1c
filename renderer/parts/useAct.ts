import { useCallback, useState } from 'react'
import { errorOf } from '../client/failure'
import { useStores } from '../stores/storesContext'
import { useErrorText } from './useErrorText'

/** Does something that may be refused. Never rejects; resolves to whether it was done. */
export type Act = (work: () => Promise<unknown>) => Promise<boolean>

/** Every refusal of an action passes here, and is told: at the foot of the gallery. */
export function useAct(): Act {
  const { toasts } = useStores()
  return useTelling(useCallback((failure) => failure !== null && toasts.fail(failure), [toasts]))
}

/** The same for what has room for words beside it: they stay until its next attempt. */
export function useActHere(): { readonly failure: string | null; readonly act: Act } {
  const [failure, setFailure] = useState<string | null>(null)
  return { failure, act: useTelling(setFailure) }
}

/** `tell` hears null when an attempt begins. */
function useTelling(tell: (failure: string | null) => void): Act {
  const errorText = useErrorText()
  return useCallback(
    async (work) => {
      tell(null)
      try {
        await work()
        return true
      } catch (thrown) {
        const { cause, next } = errorText(errorOf(thrown))
        tell(`${cause} ${next}`)
        return false
      }
    },
    [errorText, tell],
  )
}
