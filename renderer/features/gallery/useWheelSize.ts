import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useApp } from '../../stores/storesContext'
import type { TileSize } from './useTileSize'

/** `deltaY` of one notch of a wheel; a pinch has smaller steps. */
const wheelNotch = 100

/** Ctrl and the wheel, or a pinch, change the size of the tiles; on a Mac also Cmd and the wheel. */
export function useWheelSize(scroller: RefObject<HTMLElement | null>, tileSize: TileSize): void {
  const mac = useApp(({ platform }) => platform === 'darwin')
  const isSizing = useEffectEvent((event: WheelEvent | KeyboardEvent) =>
    mac ? event.metaKey || event.ctrlKey : event.ctrlKey,
  )
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const steps = Math.max(-1, Math.min(1, event.deltaY / wheelNotch))
    if (isSizing(event)) tileSize.change(tileSize.value * 1.1 ** -steps)
  })

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const size = (event: WheelEvent) => onWheel(event)
    const stay = (event: WheelEvent) => event.preventDefault()
    // Scrolling waits for a listener that may prevent it: there is one only while the key is held.
    const hold = (isHeld: boolean) => {
      element.removeEventListener('wheel', stay)
      if (isHeld) element.addEventListener('wheel', stay, { passive: false })
    }
    const onKey = (event: KeyboardEvent) => hold(isSizing(event))
    const onBlur = () => hold(false)
    element.addEventListener('wheel', size, { passive: true })
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('keyup', onKey, true)
    window.addEventListener('blur', onBlur)
    return () => {
      hold(false)
      element.removeEventListener('wheel', size)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('keyup', onKey, true)
      window.removeEventListener('blur', onBlur)
    }
  }, [scroller])
}
