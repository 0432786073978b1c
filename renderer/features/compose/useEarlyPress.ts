import type { Draft } from '@shared/model/draft'
import { useEffect, useEffectEvent, useState } from 'react'
import { sameData } from '../../stores/sameData'
import { useDraft } from '../../stores/storesContext'
import type { Compose } from './useCompose'

/**
 * Holds a press of Generate until the connection’s own draft is shown, whose model may be missing until then. It sends
 * what the user saw when they pressed, or nothing. Returns false if there is no need to wait.
 */
export function useEarlyPress(
  { connection: { id }, draft, references }: Pick<Compose, 'connection' | 'draft' | 'references'>,
  submit: (first: boolean) => void,
): (first: boolean) => boolean {
  const isReading = useDraft((state) => state.isReading)
  const [held, setHeld] = useState<{ first: boolean; id: string; draft: Draft } | null>(null)
  const seen = { ...draft, image: references.withText }
  const release = useEffectEvent(() => {
    setHeld(null)
    if (held === null || held.id !== id) return
    if (sameData({ ...held.draft, model: held.draft.model || draft.model }, seen)) submit(held.first)
  })
  useEffect(() => {
    if (!isReading) release()
  }, [isReading])
  return (first) => {
    if (isReading) setHeld({ first, id, draft: seen })
    return isReading
  }
}
