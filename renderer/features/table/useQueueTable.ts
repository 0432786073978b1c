import type { Connection } from '@shared/model/connection'
import { addCosts, type Cost, costOf } from '@shared/model/cost'
import { costOfImages, type Prices } from '@shared/model/prices'
import type { OpenTable } from '@shared/model/table'
import { useRef } from 'react'
import { useActHere } from '../../parts/useAct'
import { useQueuedToast } from '../../parts/useQueuedToast'
import { useConnection, useStores, useTable } from '../../stores/storesContext'

export interface QueueTable {
  readonly connection: Connection | null
  /** The cost of what the button queues. */
  readonly cost: Cost
  /** Why nothing can be queued now; null if it can. */
  readonly obstacle:
    | 'busy'
    | 'problem'
    | 'unsure'
    | 'noneSelected'
    | 'wrong'
    | 'noneRight'
    | 'allKnown'
    | null
  /** Why the last press failed. */
  readonly failure: string | null
  /** Queues the selected rows, or only those that are OK; does nothing if it can't. */
  queue(onlyRight: boolean): void
}

/** What the table's buttons queue, and what keeps them from it. */
export function useQueueTable(table: OpenTable): QueueTable {
  const { dialogs, table: store, paidQuestion } = useStores()
  const { counts, settings, requestsByPrice, stage, problem, reading } = table
  const changing = useTable(({ changed }) => changed !== null)
  const connection = useConnection(settings.connectionId)
  const { failure, act } = useActHere()
  const tellQueued = useQueuedToast()
  const queueing = useRef(false)
  const mayHaveExtra =
    settings.roles.includes('extra') ||
    Object.values(connection?.extra ?? {}).some((fields) => fields.length > 0)
  const cost = {
    ...costOfRows(counts.requests, requestsByPrice, connection?.prices ?? {}),
    atLeast: mayHaveExtra,
  }

  function obstacleNow(): QueueTable['obstacle'] {
    if (stage !== 'ready' || changing || connection === null) return 'busy'
    if (problem !== null && counts.toQueue === 0) return 'problem'
    if (reading.unsure) return 'unsure'
    if (counts.selected === 0) return 'noneSelected'
    if (counts.selectedWrong > 0) return counts.toQueue > 0 ? 'wrong' : 'noneRight'
    return counts.toQueue === 0 ? 'allKnown' : null
  }
  const obstacle = obstacleNow()

  function queue(onlyRight: boolean): void {
    const may = obstacle === null || (onlyRight && obstacle === 'wrong')
    // One press, one batch.
    if (!may || connection === null || queueing.current) return
    queueing.current = true
    const { requests, images } = counts
    void act(async () => {
      try {
        if (!(await paidQuestion.confirm({ requests, images, connection, cost }))) return
        tellQueued(await store.enqueue({ onlyRight }))
        dialogs.leave('table')
      } finally {
        queueing.current = false
      }
    })
  }

  return { connection, cost, obstacle, failure, queue }
}

/** With very many models, those with the fewest requests are not named, so the cost of these requests is unknown. */
function costOfRows(requests: number, alike: OpenTable['requestsByPrice'], prices: Prices): Cost {
  const named = addCosts(alike.map((rows) => costOfImages(rows, prices, rows)))
  return addCosts([named, costOf(requests - named.requests, null)])
}
