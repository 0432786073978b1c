import type { Variables } from '@shared/model/prompt'
import { useEffect, useState } from 'react'
import { useStores } from '../../stores/storesContext'
import { usePromptsRevision } from './usePromptsRevision'

/** The values last queued for variables with these keys; only for keys that have any. */
export function useLastValues(keys: readonly string[]): Variables {
  const { client } = useStores()
  const revision = usePromptsRevision()
  const [values, setValues] = useState<Variables>({})
  const wanted = keys.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is read again
  useEffect(() => {
    if (wanted === '') return
    let stale = false
    client.call('prompts.values', { names: wanted.split('\n') }).then(
      (known) => {
        if (!stale) setValues(known)
      },
      // The fields accept any text, so they work without these.
      () => {},
    )
    return () => {
      stale = true
    }
  }, [client, wanted, revision])

  return values
}
