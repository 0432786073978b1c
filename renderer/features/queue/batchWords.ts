import type { BatchSummary } from '@shared/model/batch'
import type { TFunction } from 'i18next'

/** What to know about a batch besides its progress, beginning with what needs the user. */
export function batchStates(batch: BatchSummary, t: TFunction): readonly string[] {
  const { paused, needsYou, failed, running, stopped, waiting, cancelled, done, jobs } = batch
  return [
    ...(needsYou > 0 ? [t('batches.state.needsYou', { count: needsYou })] : []),
    ...(failed > 0 ? [t('batches.state.failed', { count: failed })] : []),
    ...(running > 0 ? [t('batches.state.running', { count: running })] : []),
    ...(waiting > 0 ? [t('batches.state.waiting', { count: waiting })] : []),
    ...(paused && waiting > 0 ? [t('batches.state.paused')] : []),
    ...(stopped > 0 ? [t('batches.state.stopped', { count: stopped })] : []),
    ...(cancelled > 0 ? [t('batches.state.cancelled', { count: cancelled })] : []),
    ...(done === jobs ? [t('batches.state.done')] : []),
  ]
}

/** 0 to 100. */
export function donePart({ done, jobs }: Pick<BatchSummary, 'done' | 'jobs'>): number {
  return jobs === 0 ? 0 : (100 * done) / jobs
}
