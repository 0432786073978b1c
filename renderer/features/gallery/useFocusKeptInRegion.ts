import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * When the last image goes, the list goes with it: the gallery's region then has the focus until images are back, and
 * `take` gives it to the list again.
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
