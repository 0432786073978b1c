import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * The last image went, and the list with it: the keyboard stays in the gallery, whose region holds it until images are
 * back. Then `take` gives it to the list.
 */
export function useFocusKeptInRegion(list: RefObject<HTMLElement | null>, take: () => void): void {
  const takeBack = useEffectEvent(take)
  useLayoutEffect(() => {
    const element = list.current
    const region = element?.closest('section') ?? null
    if (region !== null && region === document.activeElement) takeBack()
    return () => {
      if (element?.contains(document.activeElement)) region?.focus({ preventScroll: true })
    }
  }, [list])
}
