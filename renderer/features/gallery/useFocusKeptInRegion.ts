import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * When the last image goes, the list goes with it. The gallery's region then has the focus until there are images
 * again, and `take` gives it back to the list.
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
