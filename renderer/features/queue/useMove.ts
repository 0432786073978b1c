import type { Movable, Place } from '@shared/model/queue'
import { useDid } from '../../parts/useDid'
import { usePressStep } from '../../parts/usePressStep'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'

/** A waiting row, as messages describe it. */
export interface MovedRow {
  readonly id: string
  readonly name: string
}

/** `onMoved` gets the new place, 0-based; it isn't called if the row no longer waits. */
export type Move = (row: MovedRow, place: Place, onMoved?: (index: number) => void) => void

/** Moves a row, which can be undone, and announces the result to those who can't see it. */
export function useMove(kind: Movable): Move {
  const { t } = useTranslation()
  const { client, queue } = useStores()
  const did = useDid()
  const pressStep = usePressStep()
  return ({ id, name }, place, onMoved) =>
    did(async () => {
      const route = kind === 'batch' ? 'batches.place' : 'jobs.place'
      const { placed, press } = await client.call(route, { id, place })
      if (placed === null) return null
      const text = t(`queue.order.moved.${kind}`, { name, at: placed.at, of: placed.of })
      queue.say(text)
      onMoved?.(placed.at - 1)
      if (press === null) return null
      return pressStep(press, {
        text,
        undone: () => t('undo.move.undone'),
        redone: () => t('undo.move.redone'),
        traits: () => ({ quiet: true }),
      })
    })
}
