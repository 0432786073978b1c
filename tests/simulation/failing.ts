import type { HttpAnswer } from './http'
import { json, type Speaking } from './speaking'
import type { World } from './world'

export const page: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Hello</body></html>',
}

/** A status that leaves open what became of the request, and words that seem to say it. */
const openPosts: readonly HttpAnswer[] = [
  json({ error: { code: 'load_balancer_timeout' } }, 504),
  json({ error: { code: 'insufficient_quota', message: 'insufficient credits' } }, 502),
  json({ error: { code: 'billing_record_failed', message: 'not enough credits on record' } }, 500),
  json({ error: { code: 'content_filter_timeout', message: 'stopped by our safety system' } }, 504),
  json({ message: 'Accepted. Warning: low balance' }, 202),
  json({ code: 'credits_deducted', message: 'ok' }),
]
/** Of a request that was taken: what only this service says of a success, and words that seem to refuse it. */
const takenAnswers: readonly [object, ...object[]] = [
  { code: 20_000, message: 'Accepted. Your rate limit is 5 requests.' },
  { code: 20_000, message: 'Submitted. Low balance: top up soon.' },
  { success: false, message: 'Image generated, but the upload failed: invalid access token.' },
  { code: 0, message: 'ok', data: { channel: 2, response: { code: 429, message: 'trying another' } } },
  { type: 'payment_required.none', message: 'queued' },
  ...[
    'Taken. Ask at most 5 times per minute.',
    'Taken. Your rate limit is 5 requests.',
    'Taken. Low balance: top up soon.',
    'Taken. The access token is invalid from tomorrow on.',
    'Taken. Please verify your account soon.',
  ].map((message) => ({ code: 20_000, message, data: { place: 3 } })),
]
/** The same of a poll, which is none of the task's. */
const openPolls: readonly HttpAnswer[] = [
  json({ error: { code: 'safety_checker_unavailable' } }, 503),
  json({ error: { code: 'content_filter_timeout' } }, 504),
  json({ error: { code: 'load_balancer_error' } }, 502),
  json({ error: { code: 'nsfw', message: 'rejected by our safety system' } }, 500),
  json({ error: { code: 'content_policy_violation', message: 'not this' } }, 400),
  json({ status: 'failed', error: { message: 'upstream' } }, 500),
]

const noCredits = [
  'Insufficient credits.',
  'No credits left.',
  'Your balance is not enough.',
  '余额不足',
] as const

/** What a service answers instead of what was asked for, by the name of its fault; null for none of these. */
export interface Failing {
  /** It did nothing, and bills nothing. */
  refusalOf(fault: string | null): HttpAnswer | null
  /** What became of the request is open, or the answer says nothing of it. `made`: its image. */
  unclearOf(fault: string | null, made?: Buffer): HttpAnswer | null
  /** Words that seem to say more than the status. */
  openPost(): HttpAnswer
  openPoll(): HttpAnswer
}

export function createFailing({ random }: World, { refused }: Pick<Speaking, 'refused'>): Failing {
  function refusalOf(fault: string | null): HttpAnswer | null {
    const limited = (seconds: number) =>
      refused(
        { status: 429, code: 'rate_limit_exceeded', message: 'Too many requests: slow down.' },
        { 'retry-after': String(seconds) },
      )
    switch (fault) {
      case 'limited':
        return limited(random.whole(1, 30))
      case 'limitedZero':
        return limited(0)
      case 'limitedLong':
        return limited(random.whole(600, 7200))
      case 'limitedQuota':
        return json({ error: { message: 'You exceeded your quota of 10 requests per minute.' } }, 429)
      case 'limitedWords':
        return json({ code: 429, msg: `Please try again in ${random.whole(5, 60)}s` })
      case 'creditsGone':
        return refused({ status: 402, code: 'insufficient_quota', message: random.pick(noCredits) })
      case 'refused':
        return refused({ status: 400, code: 'invalid_value', message: 'The size must be another.' })
      case 'moderated':
        return refused({ status: 400, code: 'moderation_blocked', message: 'Flagged by our safety system.' })
      case 'keyRefused':
        return refused({ status: 401, code: 'invalid_api_key', message: 'Invalid API key.' })
      default:
        return null
    }
  }

  function unclearOf(fault: string | null, made?: Buffer): HttpAnswer | null {
    switch (fault) {
      case 'failed':
        return refused({ status: 500, code: 'server_error', message: 'it broke' })
      case 'flagged':
        return json({ created: 1, data: [{ url: null, nsfw: true }] })
      case 'gateway':
        return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>bad gateway</html>' }
      case 'text':
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
      case 'empty':
        return { status: 200, body: '' }
      case 'page':
        return page
      case 'redirect':
        return { status: 302, headers: { location: '/elsewhere' }, body: '' }
      case 'ownCode':
        return json(random.pick(takenAnswers))
      case 'mumbled':
        return json({ note: 'thanks', avatar: { bytes: made?.toString('base64') } })
      case 'strangeJson':
        return json({ ok: true, answer: random.whole(1, 9) })
      default:
        return null
    }
  }

  const oneOf = (answers: readonly HttpAnswer[]): HttpAnswer => random.pickAny(answers) ?? page

  return {
    refusalOf,
    unclearOf,
    openPost: () => oneOf(openPosts),
    openPoll: () => oneOf(openPolls),
  }
}
