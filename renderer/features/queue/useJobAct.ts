import type { RouteInput } from '@shared/ipc/contract'
import type { Job, JobAction } from '@shared/model/job'
import { useAct } from '../../parts/useAct'
import { useCancel } from '../../parts/useCancel'
import { useStores } from '../../stores/storesContext'
import { useBulkAct } from './useBulkAct'

/** Acts on one job, as `useBulkAct` does on several. */
export function useJobAct(): (job: Pick<Job, 'id' | 'attention'>, action: JobAction) => void {
  const { client } = useStores()
  const act = useAct()
  const cancel = useCancel()
  const bulkAct = useBulkAct()
  return ({ id, attention }, action) => {
    if (action === 'cancel') cancel({ job: id })
    else if (action === 'allowTaskOrigin')
      void act(() => client.call('jobs.act', allowing({ id, attention })))
    else if (action === 'openServicePage' || action === 'saveKept')
      void act(() => client.call('jobs.act', { ids: [id], action }))
    else bulkAct({ ids: [id], sets: [], count: 1 }, action)
  }
}

/** Allows the origin that a job asks about, as the window shows it. */
export function allowing({ id, attention }: Pick<Job, 'id' | 'attention'>): RouteInput<'jobs.act'> {
  const origin = attention?.params?.origin
  return { ids: [id], action: 'allowTaskOrigin', ...(typeof origin === 'string' ? { origin } : {}) }
}
