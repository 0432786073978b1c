import type { CancelResult } from '@shared/model/queue'
import type { TFunction } from 'i18next'

/** What a cancel did, in words: images of sent requests still arrive. */
export function cancelWords({ cancelled, arriving }: CancelResult, t: TFunction): string {
  if (arriving === 0 && cancelled === 0) return t('queue.batch.cancelledNothing')
  if (arriving === 0) return t('queue.batch.cancelled', { count: cancelled })
  return t(cancelled === 0 ? 'queue.batch.cancelledNone' : 'queue.batch.cancelledSome', {
    cancelled,
    arriving,
  })
}
