import type { Clock } from './ports'

/**
 * Keeps short pieces of work whose callbacks come in one turn of the loop, such as the answers to many requests, from
 * filling it together: everything else would wait for all of them.
 */
export interface TurnShare {
  /** Resolves once a piece may begin: at once while this turn has time left, otherwise in its order, one a turn. */
  turn(): Promise<void>
}

/** Milliseconds of one turn after which the next piece waits for another. */
const shareMs = 8

export function createTurnShare({
  clock,
}: {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
}): TurnShare {
  const waiting: (() => void)[] = []
  /** When the first piece of this turn began; null before it did. */
  let began: number | null = null

  function next(): void {
    began = null
    const begin = waiting.shift()
    if (begin === undefined) return
    note()
    begin()
  }

  function note(): void {
    began = clock.monotonic()
    // After input or output the first of the two still belongs to this turn.
    clock.after(0, () => clock.after(0, next))
  }

  return {
    turn() {
      if (began === null) note()
      else if (waiting.length > 0 || clock.monotonic() - began >= shareMs)
        return new Promise((resolve) => {
          waiting.push(resolve)
        })
      return Promise.resolve()
    },
  }
}
