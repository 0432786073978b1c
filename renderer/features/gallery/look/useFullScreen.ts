import { useEffect, useSyncExternalStore } from 'react'
import { useAct } from '../../../parts/useAct'

export interface FullScreen {
  readonly isOn: boolean
  toggle(): void
  leave(): void
}

const isOn = (): boolean => Boolean(document.fullscreenElement)

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/**
 * The page over the whole screen; left when the component goes. The window is then as it was: if it filled the screen
 * before, it still does.
 */
export function useFullScreen(): FullScreen {
  const act = useAct()
  const leave = () => void act(() => document.exitFullscreen())
  useEffect(
    () => () => {
      // The document may be going too, and refuse.
      if (isOn()) document.exitFullscreen().catch(() => {})
    },
    [],
  )
  return {
    isOn: useSyncExternalStore(subscribe, isOn),
    toggle: () => (isOn() ? leave() : void act(() => document.documentElement.requestFullscreen())),
    leave,
  }
}
