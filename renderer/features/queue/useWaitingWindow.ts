import type { Job } from '@shared/model/job'
import { useEffect, useState } from 'react'
import { useQueue, useStores } from '../../stores/storesContext'

/** Jobs read at once: a few screens. */
const windowSize = 200
const windowStep = 100

interface Window {
  readonly offset: number
  readonly jobs: readonly Job[]
}

/**
 * The waiting jobs of a batch around a position, read again whenever the queue changes. Null until the first are read.
 */
export function useWaitingWindow(batchId: string, first: number): (index: number) => Job | null {
  const { queue } = useStores()
  const revision = useQueue(({ overview }) => overview?.revision ?? 0)
  const [shown, setShown] = useState<Window>({ offset: 0, jobs: [] })
  const offset = Math.max(0, Math.floor(first / windowStep) * windowStep - windowStep / 2)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means reading again
  useEffect(() => {
    let dropped = false
    void queue.waitingJobs(batchId, offset, windowSize).then((answer) => {
      if (!dropped && answer !== null) setShown({ offset, jobs: answer.rows })
    })
    return () => {
      dropped = true
    }
  }, [queue, batchId, offset, revision])

  return (index) => shown.jobs[index - shown.offset] ?? null
}
