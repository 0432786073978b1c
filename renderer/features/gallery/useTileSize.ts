import { tileSizeMaximum, tileSizeMinimum } from '@shared/model/preferences'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useChangePreferences } from '../../parts/useChangePreferences'
import { useApp } from '../../stores/storesContext'

export interface TileSize {
  /** See `Preferences.tileSize`. */
  readonly value: number
  /** Shown at once, and kept when it no longer changes. */
  change(value: number): void
}

/** How long it must stay the same to be kept, in ms: a wheel and a slider have many steps. */
const settledMs = 300

/** `deltaY` of one notch of a wheel; a pinch has smaller steps. */
const wheelNotch = 100

export function useTileSize(): TileSize {
  const changePreferences = useChangePreferences()
  const kept = useApp(({ preferences }) => preferences.tileSize)
  const [value, setValue] = useState(kept)
  const [settling, setSettling] = useState<number>()
  return {
    value,
    change(wanted) {
      const next = Math.round(Math.min(tileSizeMaximum, Math.max(tileSizeMinimum, wanted)))
      if (next === value) return
      setValue(next)
      window.clearTimeout(settling)
      setSettling(window.setTimeout(() => changePreferences({ tileSize: next }), settledMs))
    },
  }
}

/** Mod and the wheel make the tiles larger and smaller. */
export function useSizeWheel(list: RefObject<HTMLElement | null>, size: TileSize): void {
  const mac = useApp(({ platform }) => platform === 'darwin')
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const steps = Math.max(-1, Math.min(1, event.deltaY / wheelNotch))
    if (mac ? event.metaKey || event.ctrlKey : event.ctrlKey) size.change(size.value * 1.1 ** -steps)
  })
  useEffect(() => {
    const element = list.current
    // Passive: scrolling never waits for it.
    element?.addEventListener('wheel', onWheel, { passive: true })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [list])
}
