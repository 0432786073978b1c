import type { Job } from '@shared/model/job'
import type { Fold } from '@shared/model/jobSet'
import { type FactWords, jobFact, uncertainCause } from './jobFact'
import type { RowWords } from './RowShell'
import { clockTime } from './times'

/** The text of the one line for several jobs. `first`: one of them; `name`: the name of its connection. */
export function foldWords({ jobs: set, count }: Fold, first: Job, name: string, words: FactWords): RowWords {
  const { t, errorText, locale } = words
  const title = first.request.prompt
  switch (set.set) {
    case 'running':
      return { title, fact: t('queue.fold.running', { count }) }
    case 'stopped':
      return { title, fact: t('queue.fold.stopped', { count }) }
    case 'failed': {
      const { text, next, tone } = jobFact(first, words)
      return { title, count: t('queue.fold.failed', { count }), fact: text, next, tone }
    }
    case 'needsYou': {
      const cause = first.attention === null ? uncertainCause(first, words) : errorText(first.attention).cause
      const from = clockTime(set.from, locale)
      const until = clockTime(set.until, locale)
      return {
        title: t('queue.fold.alike', { count }),
        fact: cause ?? t('queue.fold.noAnswer'),
        next: t(from === until ? 'queue.fold.sentAt' : 'queue.fold.sent', { name, from, until }),
      }
    }
  }
}
