import type { UsedField, UsedValues } from '@shared/model/prompt'
import { useEffect, useState } from 'react'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import type { Removable } from '../../ui/ComboBox'
import { usePromptsRevision } from './usePromptsRevision'

const none: UsedValues = { model: [], size: [] }

/**
 * What to offer in a field: values used there before, most recent first, then the `others`. The used ones can be
 * removed.
 */
export function useUsedValues(
  connectionId: string,
  field: UsedField,
  others: readonly string[],
): { readonly suggestions: readonly string[]; readonly removable: Removable } {
  const { t } = useTranslation()
  const { client } = useStores()
  const act = useAct()
  const revision = usePromptsRevision()
  const [known, setKnown] = useState({ connectionId, used: none })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is read again
  useEffect(() => {
    let stale = false
    client.call('prompts.used', { connectionId }).then(
      (used) => {
        if (!stale) setKnown({ connectionId, used })
      },
      // The fields accept any text, so they work without these.
      () => {},
    )
    return () => {
      stale = true
    }
  }, [client, connectionId, revision])

  const used = known.connectionId === connectionId ? known.used[field] : []
  return {
    suggestions: [...new Set([...used, ...others])],
    removable: {
      label: t(field === 'model' ? 'prompts.forgetModel' : 'prompts.forgetSize'),
      has: (value) => used.includes(value) && !others.includes(value),
      remove: (value) => void act(() => client.call('prompts.forgetUsed', { connectionId, field, value })),
    },
  }
}
