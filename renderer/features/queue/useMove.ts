import type { Movable, Place } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/storesContext'

/** A waiting row, as messages describe it. */
export interface MovedRow {
  readonly id: string
  readonly name: string
}

/** Moves a row, and announces the result to those who can't see it. Returns its new place, 0-based, or null. */
export function useMove(kind: Movable): (row: MovedRow, place: Place) => Promise<number | null> {
  const { t } = useTranslation()
  const { queue } = useStores()
  return async ({ id, name }, place) => {
    const placed = await queue.place(kind, id, place)
    if (placed === null) return null
    queue.say(t(`queue.order.moved.${kind}`, { name, at: placed.at, of: placed.of }))
    return placed.at - 1
  }
}
