import { describe, test } from 'vitest'
import { type Expected, expectRow, prompt, retried } from './failureTable'
import { httpService } from './serviceHarness'

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

const says = { error: { message: 'Something is wrong.' } }
const page = '<!doctype html><title>Sign in</title>'

const answer = (status: number, body: unknown = says, headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
})
const each = (statuses: readonly number[], body: unknown = says, headers: Answer['headers'] = {}) =>
  statuses.map((status) => answer(status, body, headers))

const expired = 'expired imageExpired'
const refused = (code: string): Expected => ({
  post: `refused ${code}`,
  poll: 'unknownTask taskUnknown',
  download: expired,
})
const noCredit = {
  post: 'unsent creditExhausted and holds',
  poll: 'noCredit creditExhausted',
  download: expired,
}
const moderated = { post: 'refused moderated', poll: 'retry moderated', download: expired }
const limited = (wait: string, downloadWait = wait): Expected => ({
  post: `limited rateLimited${wait}`,
  poll: `limited rateLimited${wait}`,
  download: `retry rateLimited${downloadWait}`,
})
/** For a download the status alone decides: its body is not read. */
const ofStatus = (expected: Expected, code = 'serviceUnclear'): Expected => ({
  ...expected,
  download: `retry ${code}`,
})
const whole = (expected: Expected): Expected => ({ ...expected, download: 'fetched' })

const table: readonly (readonly [row: string, answers: readonly Answer[], expected: Expected])[] = [
  [
    'a redirect',
    each([301, 302, 307, 308], says, { location: '/files/1.png' }),
    // This one redirects to itself.
    { post: 'refused redirected', poll: 'retry redirected', download: 'retry imageRefused' },
  ],
  [
    'a redirect to what a request made',
    each([303], says, { location: '/files/1.png' }),
    { post: 'uncertain serviceUnclear', poll: 'retry serviceUnclear', download: 'retry imageRefused' },
  ],
  ['a refusal', each([400, 410, 413, 415, 418, 421, 422, 425]), refused('requestRefused')],
  [
    'a refusal for the law’s sake',
    [answer(451)],
    { post: 'refused moderated', poll: 'retry moderated', download: expired },
  ],
  ['no such path', each([404, 405]), refused('notFound')],
  ['a refusal by a page', [answer(400, page)], refused('answerHtml')],
  [
    'a key that is refused',
    each([401, 403]),
    { post: 'unsent keyRefused and holds', poll: 'hold keyRefused', download: expired },
  ],
  ['no credit', [answer(402)], noCredit],
  [
    'no credit, by a code, a type or a message',
    [
      answer(400, { error: { code: 'insufficient_quota' } }),
      answer(400, { error: { type: 'billing_not_active', message: 'No.' } }),
      answer(400, { message: 'Your balance is too low: insufficient credits.' }),
    ],
    noCredit,
  ],
  [
    'no credit, said with a rate limit',
    [answer(429, { error: { code: 'insufficient_quota' } })],
    { post: 'unsent creditExhausted and holds', poll: 'limited rateLimited', download: 'retry rateLimited' },
  ],
  [
    'a failure with words of credit',
    [
      answer(500, { error: { code: 'insufficient_balance' } }),
      answer(500, { error: { code: 'billing_record_failed' } }),
      answer(503, { error: { message: 'Your balance is too low: insufficient credits.' } }),
    ],
    ofStatus({ post: 'failed serviceFailed', poll: 'retry serviceFailed', download: '' }),
  ],
  [
    'a gateway that lost the service, with words of credit or moderation',
    [
      answer(502, { error: { code: 'load_balancer_error' } }),
      answer(504, { error: { code: 'load_balancer_timeout' } }),
      answer(504, { error: { code: 'content_filter_timeout' } }),
      answer(408, { error: { code: 'insufficient_quota' } }),
      answer(502, { error: { message: 'Your request was rejected by our safety system.' } }),
    ],
    retried('uncertain', 'serviceUnclear'),
  ],
  [
    'a success with words of credit or moderation in a sentence',
    [
      answer(200, { message: 'Accepted. Warning: low balance' }),
      answer(200, { code: 'credits_deducted' }),
      answer(200, { detail: 'The prompt was flagged as sensitive' }),
    ],
    whole(retried('uncertain', 'answerEmpty')),
  ],
  [
    'words of quota and moderation that are the prompt’s',
    [answer(400, { error: { message: `What is "${prompt}"?` } })],
    refused('requestRefused'),
  ],
  [
    'moderation, by a code, a type or a message',
    [
      answer(400, { error: { code: 'content_policy_violation' } }),
      answer(403, { error: { type: 'moderation_blocked' } }),
      answer(400, { message: 'Your request was rejected by our safety system.' }),
    ],
    moderated,
  ],
  [
    'moderation, said with a failure',
    [answer(500, { error: { code: 'nsfw_content' } })],
    ofStatus({ post: 'failed moderated', poll: 'retry moderated', download: '' }),
  ],
  ['a rate limit that names no time', [answer(429), answer(429, '')], limited('')],
  ['a rate limit in seconds', [answer(429, says, { 'retry-after': '7' })], limited(' after 7000')],
  [
    'a rate limit to a date',
    [
      answer(429, says, {
        date: 'Sun, 01 Mar 2026 12:00:00 GMT',
        'retry-after': 'Sun, 01 Mar 2026 12:01:30 GMT',
      }),
    ],
    limited(' after 90000'),
  ],
  ['a rate limit in milliseconds', [answer(429, says, { 'retry-after-ms': '250' })], limited(' after 250')],
  [
    'a rate limit in the body',
    [answer(429, { error: { retry_after: 2.5 } }), answer(429, { retry_after: '2.5' })],
    limited(' after 2500', ''),
  ],
  [
    'a failure in words',
    each([500, 501, 503, 505]),
    ofStatus({ post: 'failed serviceFailed', poll: 'retry serviceFailed', download: '' }),
  ],
  [
    'a failure without words',
    [...each([500, 503], ''), answer(500, 'Internal Server Error'), answer(503, '{}')],
    retried('uncertain', 'serviceUnclear'),
  ],
  [
    'a failure by a page',
    each([500, 502, 503, 504, 524], page),
    ofStatus(retried('uncertain', 'answerHtml')),
  ],
  [
    'a gateway that lost the service',
    each([408, 502, 504, 520, 521, 522, 523, 524]),
    retried('uncertain', 'serviceUnclear'),
  ],
  ['a conflict', [answer(409)], { ...retried('uncertain', 'serviceUnclear'), download: expired }],
  ['a success without a body', [answer(204, '')], ofStatus(retried('uncertain', 'answerEmpty'))],
  // Whether the download is a picture shows when it is decoded.
  [
    'a success with neither task nor image',
    [answer(200, {}), answer(200, { created: 1, data: [] })],
    whole(retried('uncertain', 'answerEmpty')),
  ],
  ['a success with nothing in it', [answer(200, '')], retried('uncertain', 'answerEmpty')],
  [
    'a success nobody can read',
    [answer(200, '{"task_id": "ta')],
    whole(retried('uncertain', 'answerUnreadable')),
  ],
  ['a success in words', [answer(200, 'all is well')], whole(retried('uncertain', 'answerText'))],
  ['a page in the way', [answer(200, page)], whole(retried('uncertain', 'answerHtml'))],
]

describe.each(table)('%s', (_, answers, expected) => {
  test.each(answers)('$status $body $headers', async ({ status, body, headers }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = text.startsWith('<') ? 'text/html' : 'application/json'
    const { baseUrl } = await httpService((_, response) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(text),
    )
    await expectRow({ baseUrl }, expected)
  })
})
