import type { Movable, Place } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/storesContext'

/** What waits, as it is told of. */
export interface MovedRow {
  readonly id: string
  readonly name: string
}

/** Moves a row; what came of it is said for those who don't see it. Returns its new place, 0-based, or null. */
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
