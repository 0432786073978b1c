import type { Job } from '@shared/model/job'
import { useEffect, useState } from 'react'
import { useActHere } from '../../parts/useAct'
import { keptRows } from '../../stores/sameData'
import { useQueue, useStores } from '../../stores/storesContext'

/** Jobs read at once: a few screens. */
const windowSize = 200
const windowStep = 100

interface Window {
  readonly offset: number
  readonly jobs: readonly Job[]
}

interface JobWindow {
  /** Null until it is read. */
  readonly jobAt: (index: number) => Job | null
  /** Why the last attempt to read them failed. */
  readonly failure: string | null
}

/** Jobs of a batch around a position, read again whenever the queue changes. */
export function useJobWindow(
  list: 'queue.waiting' | 'queue.finished',
  batchId: string,
  first: number,
): JobWindow {
  const { client } = useStores()
  const { act, failure } = useActHere()
  const revision = useQueue(({ overview }) => overview?.revision ?? 0)
  const [shown, setShown] = useState<Window>({ offset: 0, jobs: [] })
  const offset = Math.max(0, Math.floor(first / windowStep) * windowStep - windowStep / 2)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means reading again
  useEffect(() => {
    let dropped = false
    void act(async () => {
      const { rows } = await client.call(list, { batchId, offset, limit: windowSize })
      if (!dropped) setShown((before) => ({ offset, jobs: keptRows(before.jobs, rows) }))
    })
    return () => {
      dropped = true
    }
  }, [client, act, list, batchId, offset, revision])

  return { jobAt: (index) => shown.jobs[index - shown.offset] ?? null, failure }
}
