import { tileSizeMaximum, tileSizeMinimum } from '@shared/model/preferences'
import { useState } from 'react'
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
