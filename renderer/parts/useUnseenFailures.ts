import type { FinishedBatch } from '@shared/model/queue'
import { useMemo } from 'react'
import { useApp, useQueue } from '../stores/storesContext'

export interface UnseenFailures {
  /** Batches of which something failed since the user last said that failures were seen. */
  readonly batches: readonly FinishedBatch[]
  /** Their failed requests. */
  readonly count: number
}

const none: readonly FinishedBatch[] = []

/** What failed and was not seen, of the whole queue: it stands before what succeeded since. */
export function useUnseenFailures(): UnseenFailures {
  const finished = useQueue(({ overview }) => overview?.finishedBatches ?? none)
  const seen = useApp(({ preferences }) => preferences.failuresSeen)
  return useMemo(() => {
    const batches = finished.filter(({ failed, failedAt }) => failed > 0 && (failedAt ?? 0) > seen)
    return { batches, count: batches.reduce((sum, { failed }) => sum + failed, 0) }
  }, [finished, seen])
}
