import type { Movable, Place } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'

/** A waiting row, as messages describe it. */
export interface MovedRow {
  readonly id: string
  readonly name: string
}

/** `onMoved` gets the new place, 0-based; it isn't called if the row no longer waits. */
export type Move = (row: MovedRow, place: Place, onMoved?: (index: number) => void) => void

/** Moves a row, and announces the result to those who can't see it. */
export function useMove(kind: Movable): Move {
  const { t } = useTranslation()
  const { client, queue } = useStores()
  const act = useAct()
  return ({ id, name }, place, onMoved) =>
    void act(async () => {
      const placed = await client.call(kind === 'batch' ? 'batches.place' : 'jobs.place', { id, place })
      if (placed === null) return
      queue.say(t(`queue.order.moved.${kind}`, { name, at: placed.at, of: placed.of }))
      onMoved?.(placed.at - 1)
    })
}
