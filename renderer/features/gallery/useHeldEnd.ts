import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useGallery } from '../../stores/storesContext'

/**
 * Holds the End key while only the beginning of the list is here, and calls `goToEnd` once all of it is. What the
 * user does in the list meanwhile is meant instead: it calls `drop`.
 */
export function useHeldEnd<How>(goToEnd: (how: How) => void): {
  /** Returns false if all of the list is here already. */
  hold(how: How): boolean
  drop(): void
} {
  const isBeginning = useGallery(({ shape }) => shape?.isBeginning === true)
  const held = useRef<{ readonly how: How } | null>(null)
  const go = useEffectEvent(goToEnd)

  useLayoutEffect(() => {
    if (isBeginning || held.current === null) return
    const { how } = held.current
    held.current = null
    go(how)
  }, [isBeginning])

  return {
    hold(how) {
      if (isBeginning) held.current = { how }
      return isBeginning
    },
    drop() {
      held.current = null
    },
  }
}
