import { appError } from '@shared/errors'
import { expect, test } from 'vitest'
import { unansweredPoll } from '../../../electron/core/service/pollVerdict'
import { polled, summary } from './answers'

const words = { error: { message: 'Something is wrong' } }

test.each([
  [404, words, 'unknownTask taskUnknown'],
  [404, '<html>', 'unknownTask taskUnknown'],
  [410, words, 'unknownTask taskUnknown'],
  [400, words, 'unknownTask taskUnknown'],
  [401, words, 'hold keyRefused'],
  [402, words, 'noCredit creditExhausted'],
  [403, words, 'hold keyRefused'],
  [400, { code: 'quota_exhausted' }, 'noCredit creditExhausted'],
  [429, '', 'limited rateLimited'],
  [429, { code: 'insufficient_quota' }, 'limited rateLimited'],
  [302, '', 'retry redirected'],
  [407, '', 'retry proxyRefused'],
  [408, words, 'retry serviceUnclear'],
  [500, words, 'retry serviceFailed'],
  [500, '', 'retry serviceUnclear'],
  [502, '<html>', 'retry answerHtml'],
  [200, '', 'retry answerEmpty'],
  [200, 'rubbish', 'retry answerText'],
  [200, '<html>', 'retry answerHtml'],
  [200, words, 'retry serviceFailed'],
  [200, { code: 404, msg: 'task not exist' }, 'unknownTask taskUnknown'],
  [200, { code: 500, msg: 'oops' }, 'retry serviceFailed'],
  [400, { error: { code: 'content_policy_violation' } }, 'retry moderated'],
  [503, { error: { code: 'safety_checker_unavailable' } }, 'retry serviceFailed'],
  [503, { error: { message: 'The safety system is down' } }, 'retry moderated'],
  [504, { error: { code: 'content_filter_timeout' } }, 'retry serviceUnclear'],
  [502, { error: { code: 'load_balancer_error' } }, 'retry serviceUnclear'],
  [200, { error: { code: 'load_balancer_error' } }, 'retry serviceFailed'],
  [200, { task_id: 'task-1', status: 'failed' }, 'failed taskFailed'],
  [200, { task_id: 'task-1', status: 'canceled' }, 'failed taskCancelled'],
  [200, { task_id: 'task-1', status: 'nsfw' }, 'failed moderated'],
  [200, { task_id: 'task-1', status: 'failed', error: 'blocked by moderation' }, 'failed moderated'],
  [
    200,
    { task_id: 'task-1', status: 'failed', error: { code: 'insufficient_credit' } },
    'failed creditExhausted',
  ],
  [500, { task_id: 'task-1', status: 'failed' }, 'retry taskFailed'],
  [400, { task_id: 'task-1', status: 'failed' }, 'unknownTask taskUnknown'],
  [200, { request_id: 'task-1', status: 'failed' }, 'failed taskFailed'],
  [200, { status: 'failed', progress: 40 }, 'failed taskFailed'],
  [200, { code: 200, data: { state: 'fail', fail_reason: 'no faces' } }, 'failed taskFailed'],
  [200, { status: 'failed', created: 1_790_000_000 }, 'failed taskFailed'],
  [200, { status: 'failed', data: [{ url: null }] }, 'failed taskFailed'],
  [200, { status: 'failed' }, 'saysFailed taskFailed'],
  [200, { status: 'error', message: 'upstream timed out' }, 'saysFailed taskFailed'],
  [200, { status: 'canceled', error: { code: 'nsfw' } }, 'saysFailed moderated'],
  [200, { task_id: 'task-1', status: 'processing' }, 'task'],
  [200, { code: 200, data: { status: 'processing', progress: 40 } }, 'task'],
  [500, { task_id: 'task-1', status: 'processing' }, 'task'],
])('%i with %j is %s', async (status, body, expected) => {
  expect(summary(await polled(body, { status }))).toBe(expected)
})

test('another task’s answer is not taken for this one’s', async () => {
  const images = [{ url: 'https://h/i.png' }]
  for (const body of [
    { task_id: 'task-2', status: 'completed', data: images },
    { data: [{ task_id: 'task-2', status: 'completed', url: 'https://h/i.png' }] },
    { id: 'task-2', status: 'failed' },
  ])
    expect(summary(await polled(body))).toBe('retry answerUnreadable')
  expect(await polled({ id: 'answer-7', task_id: 'task-1', data: images })).toMatchObject({ kind: 'task' })
})

test('a record with an id of its own tells of the task, but doesn’t end it', async () => {
  const images = [{ url: 'https://h/i.png' }]
  const record = { id: 'image-7', status: 'completed' }
  expect(await polled({ ...record, data: images })).toMatchObject({
    kind: 'task',
    reading: { taskId: 'task-1', phase: 'unknown', items: [{ source: { url: 'https://h/i.png' } }] },
  })
  expect(await polled({ id: 'image-7', status: 'processing' })).toMatchObject({
    kind: 'task',
    reading: { taskId: 'task-1', phase: 'running' },
  })
  expect(summary(await polled(record))).toBe('retry answerUnreadable')
})

test('an id may be a number, however long', async () => {
  const taskId = '12345678901234567890'
  const verdict = await polled(`{"task_id": ${taskId}, "status": "running"}`, { taskId })
  expect(verdict).toMatchObject({ kind: 'task', reading: { taskId, phase: 'running' } })
})

test('a task that failed with an image is done, and its error kept', async () => {
  const verdict = await polled({
    task_id: 'task-1',
    status: 'failed',
    data: [
      { url: 'https://h/i.png', status: 'completed' },
      { url: null, status: 'failed', error: { code: 'moderation_blocked', message: 'no' } },
    ],
  })
  expect(verdict).toMatchObject({
    kind: 'task',
    reading: {
      phase: 'done',
      error: { code: 'moderated' },
      items: [
        { phase: 'done', error: null },
        { phase: 'failed', source: null, error: { code: 'moderated', detail: { words: 'no' } } },
      ],
    },
  })
})

test('a completed task without an image is not done', async () => {
  const verdict = await polled({ task_id: 'task-1', status: 'completed', progress: 100, data: [{ url: '' }] })
  expect(verdict).toMatchObject({
    kind: 'task',
    reading: {
      phase: 'unknown',
      status: 'completed',
      error: { code: 'taskWithoutImage' },
      items: [{ source: null, phase: 'unknown' }],
    },
  })
})

test('an answer may say when to ask again', async () => {
  const body = { task_id: 'task-1', status: 'running' }
  expect(await polled(body, { headers: { 'retry-after': '3' } })).toMatchObject({ retryAfterMs: 3000 })
})

test('network failures are retried; an untrusted certificate holds', () => {
  const failed = (error: ReturnType<typeof appError>) =>
    unansweredPoll({ kind: 'unanswered', written: true, error })
  expect(failed(appError('connectionLost', { retry: 'maybeTwice' }))).toMatchObject({
    kind: 'retry',
    error: { retry: 'free' },
  })
  expect(summary(failed(appError('certificateUntrusted')))).toBe('hold certificateUntrusted')
  expect(summary(unansweredPoll({ kind: 'aborted', written: true, by: 'shutdown' }))).toBe(
    'retry interrupted',
  )
})
