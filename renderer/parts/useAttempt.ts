import { useState } from 'react'
import { errorOf } from '../client/failure'
import { useErrorText } from '../text/errorText'

export interface Attempt {
  /** Why the last attempt failed, in words; null while one is running and after a success. */
  readonly failure: string | null
  /** Never rejects. */
  attempt(work: () => Promise<unknown>): Promise<void>
}

/** Does something that may be refused, and words the refusal. */
export function useAttempt(): Attempt {
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string | null>(null)
  return {
    failure,
    async attempt(work) {
      setFailure(null)
      try {
        await work()
      } catch (thrown) {
        const { cause, next } = errorText(errorOf(thrown))
        setFailure(`${cause} ${next}`)
      }
    },
  }
}
