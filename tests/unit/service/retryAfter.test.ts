import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../electron/core/service/answers/waits'
import { now } from './answers'

const inTenSeconds = new Date(now + 10_000).toUTCString()

test.each([
  ['seconds', { 'retry-after': '7' }, null, 7000],
  ['a fraction of seconds', { 'retry-after': '0.25' }, null, 250],
  ['a date', { 'retry-after': inTenSeconds }, null, 10_000],
  ['a date that is past', { 'retry-after': new Date(now - 5000).toUTCString() }, null, 0],
  ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, null, 1500],
  ['seconds in the body', {}, { retry_after: 3 }, 3000],
  ['seconds as text in the body', {}, { data: { retry_after: '3' } }, 3000],
  ['seconds in the error', {}, { error: { retry_after: 3 } }, 3000],
  ['a date in the body', {}, { retry_after: new Date(now + 10_000).toISOString() }, 10_000],
  ['milliseconds in the body', {}, { retry_after_ms: 80 }, 80],
  ['a header before the body', { 'retry-after': '7' }, { retry_after: 3 }, 7000],
  ['nothing', {}, { message: 'slow down' }, null],
  ['rubbish', { 'retry-after': 'later' }, { retry_after: {} }, null],
  ['a negative wait', { 'retry-after': '-5' }, null, null],
  ['a time in seconds by mistake', { 'retry-after': `${now / 1000 + 10}` }, null, 10_000],
  ['a time in milliseconds by mistake', {}, { retry_after: now + 10_000 }, 10_000],
  ['a time that is past by mistake', {}, { error: { retry_after_ms: now - 1 } }, 0],
  ['a wait longer than a month', { 'retry-after': '900000000' }, null, 32 * 24 * 3600 * 1000],
  ['a time nobody will see', { 'retry-after': '1e300' }, null, 32 * 24 * 3600 * 1000],
])('%s', (_, headers, body, expected) => {
  expect(retryAfterMs(headers, body, { now })).toBe(expected)
})

test('a date counts from the answer’s own clock', () => {
  const wrongHere = now - 3_600_000
  const headers = { date: new Date(now).toUTCString(), 'retry-after': inTenSeconds }
  expect(retryAfterMs(headers, null, { now: wrongHere })).toBe(10_000)
})

test.each([
  ['a window in seconds', { 'x-ratelimit-reset': '30' }, null, 30_000],
  ['a window as a length', { 'x-ratelimit-reset-requests': '1m30s' }, null, 90_000],
  ['a window as a time', { 'ratelimit-reset': `${now / 1000 + 20}` }, null, 20_000],
  [
    'the shortest of several windows',
    { 'x-ratelimit-reset-requests': '250ms', 'x-ratelimit-reset-tokens': '6m0s' },
    null,
    250,
  ],
  ['a header before a window', { 'retry-after': '7', 'x-ratelimit-reset': '30' }, null, 7000],
  ['a delay in the details', {}, { error: { details: [{ retryDelay: '34s' }] } }, 34_000],
  ['words in seconds', {}, { error: { message: 'Rate limit. Please try again in 20s.' } }, 20_000],
  ['words with a fraction', {}, { message: 'Please retry after 1.5 seconds' }, 1500],
  ['words in milliseconds', {}, { message: 'Try again in 300ms' }, 300],
  ['words in minutes', {}, { message: 'Please wait for 2 minutes' }, 120_000],
  ['words in hours', {}, { message: 'Available again in 1 hour' }, 3_600_000],
  ['other words', {}, { detail: 'Request was throttled. Expected available in 10 seconds.' }, 10_000],
  ['a window before words', { 'x-ratelimit-reset': '5' }, { message: 'try again in 20s' }, 5000],
  ['words that name no wait', {}, { message: '150 requests within 10 seconds are too many' }, null],
  ['a number of something else', {}, { message: 'try again with 3 images' }, null],
  ['a window that makes no sense', { 'x-ratelimit-reset': 'soon' }, null, null],
])('of a refusal: %s', (_, headers, body, expected) => {
  expect(retryAfterMs(headers, body, { now, isRefusal: true })).toBe(expected)
})

test('what isn’t refused has no wait by its window or its words', () => {
  const headers = { 'x-ratelimit-reset': '30' }
  expect(retryAfterMs(headers, { message: 'try again in 20s' }, { now })).toBeNull()
})
