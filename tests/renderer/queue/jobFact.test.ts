import { appError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import { describe, expect, test } from 'vitest'
import { jobFact } from '../../../renderer/features/queue/jobFact'
import { clockSpan } from '../../../renderer/features/queue/times'
import { wordErrors } from '../../../renderer/text/errorText'
import { createText } from '../../../renderer/text/i18n'
import { itemSample, jobSample } from '../../support/jobSamples'

const { t } = createText()
const errorText = wordErrors(t)
const fact = (job: Partial<Job>, mayCost: string | null = null) =>
  jobFact(jobSample(job), { t, errorText, locale: 'en-GB', mayCost })
const moderated = itemSample({ index: 3, state: 'failed', error: appError('moderated') })
const ended = new Date(2024, 4, 4, 10, 42).getTime()

describe('the fact of a row', () => {
  test.each(['answerHtml', 'answerUnreadable', 'serviceUnclear'] as const)(
    'warns of a second bill after %s, and names the credits if they are known',
    (code) => {
      const unsure = { state: 'uncertain', sentAt: ended, error: appError(code) } as const
      expect(fact(unsure)).toEqual({
        text: expect.stringMatching(/[^.]\.$/),
        next: 'The service may have made this. Look at its history first. It may be billed.',
        tone: 'plain',
      })
      expect(fact(unsure, 'up to 2 credits').next).toMatch(/first\. It may cost up to 2 credits\.$/)
    },
  )

  test.each<[string, Partial<Job>, string]>([
    ['queued', { state: 'queued' }, 'Waiting'],
    ['sending in background', { state: 'sending' }, 'Sending'],
    ['an open Direct request', { state: 'sending', mode: 'direct' }, 'Generating'],
    ['running', {}, 'Generating'],
    [
      'running, one of a batch',
      { inBatch: { about: 'Isometric greenhouse', differs: 'wool, noon', place: null } },
      'Generating',
    ],
    ['running into a limit', { error: appError('rateLimited') }, 'The service asked Cyanotype to slow down.'],
    ['no longer waited for', { waitingStopped: true }, 'The task continues at the service'],
    [
      'waiting for an image whose host is silent',
      { state: 'saving', items: [itemSample({ state: 'ready', error: appError('connectionRefused') })] },
      'Nothing answers at the image’s address.',
    ],
    [
      'told that its image could not be fetched so far',
      { state: 'saving', attention: appError('imageStuck', { params: { code: 'connectTimeout' } }) },
      'This image hasn’t been downloaded yet. Last time: Connecting to the image’s address took too long.',
    ],
    [
      'whose service is silent',
      { error: appError('connectionRefused') },
      'Nothing answers at the service’s address.',
    ],
    ['saving one', { state: 'saving' }, 'Downloading'],
    ['saving several', { state: 'saving', images: 4, saved: 1 }, 'Downloading 2 of 4'],
    [
      'running with a first image ready',
      { images: 4, items: [itemSample({ state: 'ready' })] },
      'Downloading 1 of 4',
    ],
    ['done', { state: 'done', saved: 1, sentAt: ended - 41_000, endedAt: ended }, 'Saved 10:42, 41 s'],
    [
      'done after minutes',
      { state: 'done', saved: 1, sentAt: ended - 125_000, endedAt: ended },
      'Saved 10:42, 2:05',
    ],
    [
      'partly refused',
      { state: 'done', images: 4, saved: 3, items: [moderated] },
      '3 of 4 saved; one refused by the service’s safety rules',
    ],
    [
      'partly lost',
      { state: 'done', images: 4, saved: 2, items: [itemSample({ error: appError('imageExpired') })] },
      '2 of 4 saved. The image’s address no longer works.',
    ],
    ['cancelled before it was sent', { state: 'cancelled', sentAt: null }, 'Cancelled, not sent'],
    ['cancelled later', { state: 'cancelled' }, 'Cancelled'],
    ['unanswered', { state: 'uncertain', error: appError('connectionLost') }, 'No answer came.'],
    [
      'unanswered at a kill',
      { state: 'uncertain', error: appError('interrupted') },
      'Cyanotype quit first, before an answer came.',
    ],
    [
      'answered unreadably',
      { state: 'uncertain', error: appError('answerUnreadable') },
      'The service’s answer couldn’t be read.',
    ],
    ['settled', { state: 'failed', settledAt: 1 }, 'Left as it is; it may have been billed'],
    ['in need', { attention: appError('taskUnknown') }, 'The service no longer recognises this task.'],
    ['failed', { state: 'failed', error: appError('moderated') }, 'Refused by the service’s safety rules.'],
  ])('%s', (_name, job, text) => {
    expect(fact(job).text).toBe(text)
  })

  test('says whether a failed request may be billed', () => {
    const failed = { state: 'failed', error: appError('serviceFailed') } as const
    expect(fact({ ...failed, billed: 'maybe' }).next).toMatch(/^It may be billed\. /)
    expect(fact({ ...failed, billed: 'no' }).next).toMatch(/^Not billed\. /)
  })

  test('says why a finished image is not here yet', () => {
    const late = itemSample({ state: 'ready', error: appError('connectionLost') })
    expect(fact({ state: 'saving', items: [late] }).text).toBe(
      'The connection dropped before the whole image arrived.',
    )
  })

  test('says what to do beside what went wrong, and only bad endings look bad', () => {
    expect(fact({ state: 'failed', billed: 'no', error: appError('requestRefused') })).toEqual({
      text: 'The service refused this request.',
      next: 'Not billed. See what it said under Details, change the request and queue it again.',
      tone: 'bad',
    })
    expect(fact({ state: 'done', images: 4, saved: 3, items: [moderated] }).tone).toBe('bad')
  })
})

describe('a duration', () => {
  test.each([
    [0, '0:00'],
    [21_900, '0:21'],
    [725_000, '12:05'],
    [3_729_000, '1:02:09'],
    [-5_000, '0:00'],
  ])('%d ms reads %s', (ms, text) => {
    expect(clockSpan(ms)).toBe(text)
  })
})
