import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useGallery } from '../../stores/storesContext'

/**
 * Holds a move to what may not be here yet (the last image, a day) while only the beginning of the list is, and calls
 * `move` once all of it is. What the user does in the list meanwhile is meant instead: it calls `drop`.
 */
export function useHeldMove<Place>(move: (to: Place) => void): {
  /** Returns false if all of the list is here already. */
  hold(to: Place): boolean
  drop(): void
} {
  const isBeginning = useGallery(({ shape }) => shape?.isBeginning === true)
  const held = useRef<{ readonly to: Place } | null>(null)
  const go = useEffectEvent(move)

  useLayoutEffect(() => {
    if (isBeginning || held.current === null) return
    const { to } = held.current
    held.current = null
    go(to)
  }, [isBeginning])

  return {
    hold(to) {
      if (isBeginning) held.current = { to }
      return isBeginning
    },
    drop() {
      held.current = null
    },
  }
}
