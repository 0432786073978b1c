import { expect, test } from 'vitest'
import { saysModeration, saysNoCredit, withoutPrompt } from '../../../electron/core/service/answers/refusals'
import { phaseOf, saysModerated } from '../../../electron/core/service/answers/states'

test.each([
  [
    'queued',
    ['pending', 'QUEUED', 'queuing', 'In_Queue', 'submitted', 'waiting', 'NOT_START', 'staged', 'created'],
  ],
  ['running', ['processing', 'in-progress', 'IN PROGRESS', 'running', 'generating', 'Starting', 'assigned']],
  ['done', ['completed', 'SUCCESS', 'succeeded', 'succeed', 'finished', 'done', 'Ready']],
  [
    'failed',
    ['failed', 'fail', 'failure', 'ERROR', 'timeout', 'NSFW', 'Request Moderated', 'content_moderated'],
  ],
  ['cancelled', ['cancelled', 'canceled', 'Aborted']],
  ['unknown', ['', 'percolating', 'not completed', 'success!?2 of 3']],
])('%s is expressed in many ways', (phase, words) => {
  expect(words.map(phaseOf)).toEqual(words.map(() => phase))
})

test('some failed statuses say that the content was refused', () => {
  expect(['NSFW', 'Request Moderated', 'failed'].map(saysModerated)).toEqual([true, true, false])
})

test.each([
  'insufficient_user_quota',
  'InsufficientBalance',
  'billing_hard_limit_reached',
  'CREDITS_EXHAUSTED',
])('the code %s says that there is no credit', (code) => {
  expect(saysNoCredit({ codes: [code], message: '' }, '')).toBe(true)
})

test.each([
  'load_balancer_error',
  'billing_record_failed',
  'credits_deducted',
  'rate_limit_insufficient_quota_window',
  'rate_limit_exceeded',
])('the code %s doesn’t', (code) => {
  expect(saysNoCredit({ codes: [code], message: '' }, '')).toBe(false)
})

test.each([
  ['content_policy_violation', true],
  ['InputTextSensitiveContentDetected', true],
  ['safety_checker_unavailable', false],
  ['content_filter_timeout', false],
])('the code %s says that the content was refused: %s', (code, expected) => {
  expect(saysModeration({ codes: [code], message: '' }, '')).toBe(expected)
})

test.each([
  ['You exceeded your current quota, please check your plan', true],
  ['Insufficient account balance', true],
  ['You have run out of credits', true],
  ['Credit balance is too low', true],
  ['用户额度不足', true],
  ['Quota exceeded: 60 requests per minute', false],
  ['You have 5 credits', false],
  ['Invalid size', false],
])('"%s" says that there is no credit: %s', (message, expected) => {
  expect(saysNoCredit({ codes: [], message }, '')).toBe(expected)
})

test.each([
  ['Your request was rejected as a result of our safety system.', true],
  ['Blocked by our content moderation', true],
  ['This violates our usage policies', true],
  ['内容违规', true],
  ['Server policy changed', false],
  ['Invalid prompt: too long', false],
])('"%s" says that the content was refused: %s', (message, expected) => {
  expect(saysModeration({ codes: [], message }, '')).toBe(expected)
})

test('an echo of the prompt is removed from a message, whole or shortened', () => {
  const prompt = 'a sign that says nsfw content, painted'
  expect(withoutPrompt(`bad: ${prompt}!`, prompt)).toBe('bad: …!')
  expect(withoutPrompt('bad: a sign that says nsfw...', prompt)).toBe('bad: …...')
  expect(withoutPrompt('nothing of it', prompt)).toBe('nothing of it')
  expect(withoutPrompt('a b a', 'a')).toBe('a b a')
})
