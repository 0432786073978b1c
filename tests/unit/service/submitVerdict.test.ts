import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { unansweredSubmit } from '../../../electron/core/service/submitVerdict'
import { submitted, summary } from './answers'

const words = { error: { message: 'Something is wrong' } }
const page = '<!doctype html><title>Sign in</title><p>Welcome'

describe('the failure table, column POST', () => {
  test.each([
    [301, words, 'refused redirected'],
    [302, page, 'refused redirected'],
    // Done, as a rule: what came of it is elsewhere.
    [303, '', 'uncertain serviceUnclear'],
    [307, '', 'refused redirected'],
    [400, words, 'refused requestRefused'],
    [400, page, 'refused answerHtml'],
    [404, words, 'refused notFound'],
    [404, page, 'refused notFound'],
    [405, '', 'refused notFound'],
    [413, '', 'refused requestRefused'],
    [415, words, 'refused requestRefused'],
    [418, words, 'refused requestRefused'],
    [421, words, 'refused requestRefused'],
    [422, { detail: [{ loc: ['body', 'size'], msg: 'bad size' }] }, 'refused requestRefused'],
    [401, words, 'unsent keyRefused hold'],
    [401, '', 'unsent keyRefused hold'],
    [402, words, 'unsent creditExhausted hold'],
    [403, words, 'unsent keyRefused hold'],
    [407, '', 'unsent proxyRefused'],
    [429, words, 'limited rateLimited'],
    [429, '', 'limited rateLimited'],
    [500, words, 'failed serviceFailed'],
    [501, words, 'failed serviceFailed'],
    [503, { message: 'overloaded' }, 'failed serviceFailed'],
    [500, page, 'uncertain answerHtml'],
    [500, 'Internal Server Error', 'uncertain serviceUnclear'],
    [500, '', 'uncertain serviceUnclear'],
    [503, '{}', 'uncertain serviceUnclear'],
    [408, words, 'uncertain serviceUnclear'],
    [409, words, 'uncertain serviceUnclear'],
    [502, words, 'uncertain serviceUnclear'],
    [504, words, 'uncertain serviceUnclear'],
    [520, words, 'uncertain serviceUnclear'],
    [521, words, 'uncertain serviceUnclear'],
    [522, words, 'uncertain serviceUnclear'],
    [523, words, 'uncertain serviceUnclear'],
    [524, page, 'uncertain answerHtml'],
    [200, '', 'uncertain answerEmpty'],
    [204, '', 'uncertain answerEmpty'],
    [200, {}, 'uncertain answerEmpty'],
    [200, { created: 1, data: [] }, 'uncertain answerEmpty'],
    [200, words, 'failed serviceFailed'],
    [200, { code: 407, message: 'the seed is out of range' }, 'refused requestRefused'],
    [200, { error: 'Something is wrong' }, 'uncertain answerEmpty'],
    [200, '{"task_id": "ab', 'uncertain answerUnreadable'],
    [200, 'ok', 'uncertain answerText'],
    [200, '\0\x01\x02', 'uncertain answerUnreadable'],
    [200, '"ok"', 'uncertain answerUnreadable'],
    [200, page, 'uncertain answerHtml'],
  ])('%i with %j is %s', async (status, body, expected) => {
    expect(summary(await submitted(body, { status }))).toBe(expected)
  })

  test('an answer cut short is uncertain, unless its status alone shows a refusal', async () => {
    const cut = { complete: false }
    expect(summary(await submitted('{"data": [{"ur', cut))).toBe('uncertain connectionLost')
    expect(summary(await submitted('{"error": {"mes', { ...cut, status: 500 }))).toBe(
      'uncertain serviceUnclear',
    )
    expect(summary(await submitted('{"error": {"mes', { ...cut, status: 400 }))).toBe(
      'refused requestRefused',
    )
    expect(summary(await submitted('', { ...cut, status: 429 }))).toBe('limited rateLimited')
  })
})

describe('an answer declared as HTML', () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' }

  test.each([
    ['OK', 200, 'uncertain answerText'],
    ['Please wait.\nWe are back soon <3', 200, 'uncertain answerText'],
    ['Bad request', 400, 'refused requestRefused'],
    ['', 200, 'uncertain answerEmpty'],
    ['<h1>502 Bad Gateway</h1>', 502, 'uncertain answerHtml'],
    ['<!-- login --><form action="/">', 200, 'uncertain answerHtml'],
  ])('%j with %i is %s', async (body, status, expected) => {
    expect(summary(await submitted(body, { status, headers }))).toBe(expected)
  })

  test('keeps its first words for Details if it is text', async () => {
    const verdict = await submitted('OK', { headers })
    expect(verdict).toMatchObject({ error: { detail: { status: 200, words: 'OK' } } })
  })
})

describe('content outweighs everything around it', () => {
  test.each([200, 202, 302, 400, 401, 402, 403, 404, 409, 429, 500, 502, 504])(
    'a task id or an image is accepted beside status %i and an error',
    async (status) => {
      const error = { code: 'content_policy_violation', message: 'insufficient balance' }
      expect(await submitted({ task_id: 't', error }, { status })).toMatchObject({
        kind: 'accepted',
        reading: { taskId: 't' },
      })
      expect(
        await submitted({ code: 500, data: [{ url: 'https://h/i.png' }], error }, { status }),
      ).toMatchObject({
        kind: 'accepted',
        reading: { taskId: null, phase: 'done' },
      })
    },
  )

  test('an id beside nothing but an error belongs to a request, not to a task', async () => {
    expect(summary(await submitted({ id: 'req_1', ...words }, { status: 400 }))).toBe(
      'refused requestRefused',
    )
  })

  test('a failed task is accepted as failed, so that it is not sent again', async () => {
    const verdict = await submitted({ task_id: 't', status: 'failed', message: 'out of memory' })
    expect(verdict).toMatchObject({
      kind: 'accepted',
      reading: { phase: 'failed', error: { code: 'taskFailed', detail: { words: 'out of memory' } } },
    })
  })

  test('a task id that can’t be polled leaves the request uncertain', async () => {
    for (const task_id of ['x'.repeat(10_000), '..', '  ', '\ud800'])
      expect(summary(await submitted({ task_id, request_id: 'r', status: 'pending' }))).toBe(
        'uncertain answerUnreadable',
      )
    expect(summary(await submitted({ task_id: '..' }, { status: 400 }))).toBe('uncertain answerUnreadable')
  })

  test('a task id may look like a path and is kept verbatim', async () => {
    expect(await submitted({ task_id: '../a/b?c#d é' })).toMatchObject({
      reading: { taskId: '../a/b?c#d é' },
    })
  })
})

describe('a code inside a success', () => {
  test.each([
    [{ code: 401, msg: 'no' }, 'unsent keyRefused hold'],
    [{ code: '429', msg: 'slow down' }, 'limited rateLimited'],
    [{ code: 500, msg: 'oops' }, 'failed serviceFailed'],
    [{ code: 504, msg: 'oops' }, 'failed serviceFailed'],
    [{ code: 409, msg: 'oops' }, 'uncertain serviceUnclear'],
    [{ code: 402, msg: 'oops', status: 'pending' }, 'uncertain answerEmpty'],
    [{ code: 400, error: { code: 'moderation_blocked' } }, 'failed moderated'],
    [{ error: { code: 'invalid_api_key' } }, 'unsent keyRefused hold'],
    [{ error: { code: 'insufficient_quota' } }, 'unsent creditExhausted hold'],
    [{ code: 'credits_deducted' }, 'uncertain answerEmpty'],
    [{ code: 404, msg: 'no such model' }, 'refused notFound'],
    [{ code: 400, data: null }, 'refused requestRefused'],
    [{ error: { code: 422, message: 'bad size' } }, 'refused requestRefused'],
    [{ code: 0, msg: 'success', data: null }, 'uncertain answerEmpty'],
    [{ code: 200, msg: 'success', data: {} }, 'uncertain answerEmpty'],
    [{ code: 1001, msg: 'internal' }, 'uncertain answerEmpty'],
    [{ status: 'failed', message: 'out of memory' }, 'failed taskFailed'],
  ])('%j is %s', async (body, expected) => {
    expect(summary(await submitted(body))).toBe(expected)
  })
})

describe('the service’s words', () => {
  test.each([
    [400, { error: { code: 'insufficient_quota', message: 'x' } }, 'unsent creditExhausted hold'],
    [
      429,
      { error: { type: 'insufficient_quota', message: 'You exceeded your current quota' } },
      'unsent creditExhausted hold',
    ],
    [429, { error: { type: 'insufficient_quota', retry_after: 5 } }, 'limited rateLimited'],
    [400, { code: 'InsufficientBalance', message: 'x' }, 'unsent creditExhausted hold'],
    [500, { code: 'InsufficientBalance', message: 'x' }, 'failed serviceFailed'],
    [500, { error: { code: 'billing_record_failed' } }, 'failed serviceFailed'],
    [504, { error: { code: 'load_balancer_timeout' } }, 'uncertain serviceUnclear'],
    [409, { error: { code: 'insufficient_quota' } }, 'uncertain serviceUnclear'],
    [200, { code: 1002, msg: '余额不足' }, 'unsent creditExhausted hold'],
    [200, { code: 0, msg: '余额不足' }, 'uncertain answerEmpty'],
    [202, { message: 'Accepted. Warning: low balance' }, 'uncertain answerEmpty'],
    [400, { error: { code: 'load_balancer_error' } }, 'refused requestRefused'],
    [400, { error: { code: 'invalid_api_key' } }, 'unsent keyRefused hold'],
    [402, { error: { message: 'nsfw content needs credits' } }, 'unsent creditExhausted hold'],
    [400, { message: 'Not enough credits on this account' }, 'unsent creditExhausted hold'],
    [429, { error: { message: 'Quota exceeded: 10 requests per minute' } }, 'limited rateLimited'],
    [429, { error: { code: 'rate_limit_exceeded', message: 'slow down' } }, 'limited rateLimited'],
    [400, { error: { code: 'content_policy_violation', message: 'x' } }, 'refused moderated'],
    [403, { error: { type: 'moderation_blocked' } }, 'refused moderated'],
    [400, { error: 'Your request was rejected by our safety system' }, 'refused moderated'],
    [500, { error: 'Your request was rejected by our safety system' }, 'failed moderated'],
    [409, { error: 'Your request was rejected by our safety system' }, 'uncertain serviceUnclear'],
    [400, { error: { code: 'content_filter_timeout' } }, 'refused requestRefused'],
    [200, { detail: 'The prompt was flagged as sensitive' }, 'uncertain answerEmpty'],
    [429, { error: { message: 'content policy of rate limits' } }, 'limited rateLimited'],
  ])('%i with %j is %s', async (status, body, expected) => {
    expect(summary(await submitted(body, { status }))).toBe(expected)
  })

  test('from the prompt, whole or shortened, don’t count as the service’s', async () => {
    const prompt = 'a neon sign that says insufficient balance, nsfw content and safety system'
    for (const echo of [prompt, `${prompt.slice(0, 45)}...`])
      expect(
        summary(await submitted({ message: `Bad request for "${echo}"` }, { status: 400, prompt })),
      ).toBe('refused requestRefused')
  })

  test('are kept with status and request id for the details', async () => {
    const long = 'z'.repeat(5000)
    const verdict = await submitted(
      { error: { message: long } },
      { status: 400, headers: { 'x-request-id': 'r-1', 'cf-ray': 'other' } },
    )
    expect(verdict).toMatchObject({
      error: { detail: { status: 400, requestId: 'r-1', words: long.slice(0, 2000) }, retry: 'no' },
    })
    expect(await submitted({ request_id: 'body-1', message: 'no' }, { status: 400 })).toMatchObject({
      error: { detail: { requestId: 'body-1' } },
    })
    expect(await submitted(`${page}<script>steal()</script>`, { status: 400 })).toMatchObject({
      error: { detail: { words: 'Sign in Welcome' } },
    })
    const mixed = '<html>one<STYLE a>p{}</script></style>two<script>x</Script>three<script><style>four'
    expect(await submitted(mixed, { status: 400 })).toMatchObject({
      error: { detail: { words: 'one two three four' } },
    })
  })

  test('a redirect is shown without its query', async () => {
    const headers = { location: 'https://u:p@other.example/login?token=secret' }
    expect(await submitted('', { status: 302, headers })).toMatchObject({
      error: { params: { location: 'https://other.example/login' } },
    })
  })

  test('429 names its wait in headers or body', async () => {
    const limited = { status: 429 }
    expect(await submitted('', { ...limited, headers: { 'retry-after': '7' } })).toMatchObject({
      retryAfterMs: 7000,
    })
    expect(await submitted({ error: { retry_after: 2.5 } }, limited)).toMatchObject({ retryAfterMs: 2500 })
    expect(await submitted('', limited)).toMatchObject({ retryAfterMs: null })
  })
})

describe('no answer', () => {
  const lost = appError('connectionLost')

  test('is unsent before our headers were written, and uncertain after that', () => {
    expect(summary(unansweredSubmit({ kind: 'unanswered', written: false, error: lost }))).toBe(
      'unsent connectionLost',
    )
    expect(unansweredSubmit({ kind: 'unanswered', written: true, error: lost })).toMatchObject({
      kind: 'uncertain',
      error: { retry: 'maybeTwice' },
    })
    expect(summary(unansweredSubmit({ kind: 'aborted', written: false, by: 'shutdown' }))).toBe(
      'unsent interrupted',
    )
    expect(summary(unansweredSubmit({ kind: 'aborted', written: true, by: 'shutdown' }))).toBe(
      'uncertain interrupted',
    )
  })

  test('holds the connection if its certificate is not trusted', () => {
    const error = appError('certificateUntrusted')
    expect(summary(unansweredSubmit({ kind: 'unanswered', written: false, error }))).toBe(
      'unsent certificateUntrusted hold',
    )
  })
})
