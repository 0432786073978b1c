import { z } from 'zod'
import type { FinishedList } from '../rows/finishedList'
import type { PressRows } from '../rows/pressRows'
import { type PressWork, type Verdict, workByRow } from './pressWork'

/** When the list of what has finished was cleared before, and by this press. */
const clearedSchema = z.object({ clearedAt: z.number() })
type Cleared = z.infer<typeof clearedSchema>

/** Clears the list of what has finished, and lists again exactly what it listed. */
export interface Clearing extends PressWork {
  clear(press: number | null): void
}

export function createClearing({
  finishedList,
  pressRows,
}: {
  readonly finishedList: Pick<FinishedList, 'clear' | 'clearedAt' | 'setClearedAt' | 'count'>
  readonly pressRows: Pick<PressRows, 'add'>
}): Clearing {
  const text = (): string => JSON.stringify({ clearedAt: finishedList.clearedAt() })

  /** Another press of Clear since then has taken its place. */
  function set(from: Cleared, to: Cleared): Verdict {
    if (finishedList.clearedAt() !== from.clearedAt) return 'left'
    finishedList.setClearedAt(to.clearedAt)
    return 'changed'
  }

  return {
    clear(press) {
      if (finishedList.count() === 0) return
      const before = text()
      finishedList.clear()
      if (press !== null) pressRows.add(press, [{ jobId: '', before, after: text(), same: null }])
    },
    ...workByRow(clearedSchema, (_, from, to) => set(from, to)),
  }
}
