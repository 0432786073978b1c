import type { Connection } from '@shared/model/connection'
import { priceOf } from '@shared/model/cost'
import { useEffect, useState } from 'react'
import { useStores } from '../../stores/storesContext'

/**
 * The models a price can be set for: those the form names, those used without being named, and those with a price. A
 * model that is about to be sent but has no price comes first.
 */
export function usePricedModels(connection: Connection | null, named: readonly string[]): readonly string[] {
  const { client, draft } = useStores()
  const [used, setUsed] = useState<readonly string[]>([])
  const [wanted] = useState(() => {
    if (connection === null) return []
    const { connectionId, draft: form } = draft.getState()
    const held = String(connection.hold?.error.params?.model ?? '')
    const next = connectionId === connection.id ? form.model.trim() : ''
    return [held, next].filter((model) => model !== '' && priceOf(connection.prices, model) === null)
  })
  const id = connection?.id ?? null

  useEffect(() => {
    if (id === null) return
    let stale = false
    client.call('prompts.used', { connectionId: id }).then(
      ({ model }) => {
        if (!stale) setUsed(model)
      },
      // Models the form names get their prices without this.
      () => {},
    )
    return () => {
      stale = true
    }
  }, [client, id])

  return [...new Set([...wanted, ...named, ...used, ...Object.keys(connection?.prices ?? {})])]
}
