import { preferencesSchema } from '@shared/model/preferences'
import { useState } from 'react'
import { useChangePreferences } from '../parts/useChangePreferences'
import { useApp } from '../stores/storesContext'

const { composeWidth, queueWidth, detailsWidth } = preferencesSchema.shape
const bounds = { composeWidth, queueWidth, detailsWidth }

/** The width of a pane, in CSS pixels, as its `Separator` changes it: shown at once, and kept once the user lets go. */
export function usePaneWidth(pane: keyof typeof bounds) {
  const changePreferences = useChangePreferences()
  const kept = useApp(({ preferences }) => preferences[pane])
  const [width, setWidth] = useState(kept)
  const { minValue, maxValue } = bounds[pane]
  return {
    width,
    min: minValue ?? width,
    max: maxValue ?? width,
    onChange: setWidth,
    onCommit: (chosen: number) => changePreferences({ [pane]: chosen }),
  }
}
