import { describe, expect, test } from 'vitest'
import { refusalSign, saysSuccess } from '../../../electron/core/service/answers/refusalSign'
import {
  saysBarred,
  saysKey,
  saysLimited,
  saysModelDenied,
  saysModeration,
  saysNoCredit,
  saysParameter,
  saysRateAlone,
  saysSpent,
} from '../../../electron/core/service/answers/refusals'
import { prompt, submitted, summary } from './answers'

const arms = {
  moderation: saysModeration,
  credit: saysNoCredit,
  spent: saysSpent,
  key: saysKey,
  limit: saysLimited,
  rate: saysRateAlone,
  barred: saysBarred,
  model: saysModelDenied,
  parameter: saysParameter,
} as const
type Arm = keyof typeof arms

const hears = (arm: Arm, message: string) => arms[arm]({ codes: [], message }, prompt)
const knows = (arm: Arm, code: string) => arms[arm]({ codes: [code], message: '' }, prompt)

describe('words of a refusal', () => {
  test.each<[Arm, string]>([
    ['moderation', 'Your request was rejected by our safety system.'],
    ['moderation', 'The prompt was flagged as violating content policies'],
    ['moderation', 'NSFW content detected. Try another prompt.'],
    ['moderation', 'The generated image did not pass the content review'],
    ['moderation', 'request blocked by Gemini API: PROHIBITED_CONTENT'],
    ['moderation', '输入内容包含敏感词'],
    ['moderation', '内容违规，请修改提示词'],
    ['moderation', '图片审核不通过'],
    ['credit', 'Insufficient account balance'],
    ['credit', 'You lack sufficient credits to make this request.'],
    ['credit', 'Your credit is used up.'],
    ['credit', 'not enough api tokens'],
    ['credit', 'Please top up the account'],
    ['credit', 'You exceeded your current quota, please check your plan'],
    ['credit', '余额不足'],
    ['credit', '账户已欠费，请充值'],
    ['credit', '用户额度不足'],
    ['spent', 'Your balance is insufficient'],
    ['key', 'Incorrect API key provided'],
    ['key', 'API key not valid. Please pass a valid API key.'],
    ['key', 'The API key has been disabled: api key is revoked'],
    ['key', 'Not authenticated'],
    ['key', '无效的令牌'],
    ['key', '密钥错误'],
    ['limit', 'Rate limit reached for requests'],
    ['limit', 'Too many requests, slow down'],
    ['limit', 'rate limit exceeded(RPM)'],
    ['limit', 'call frequency is too high'],
    ['limit', 'Too many active tasks: concurrency limit'],
    ['limit', '请求过于频繁，请稍后再试'],
    ['limit', '当前分组上游负载已饱和，请稍后再试'],
    ['limit', '队列已满，请稍后尝试'],
    ['rate', 'Rate limit reached for requests'],
    ['rate', 'Too many requests, slow down'],
    ['rate', '队列已满，请稍后尝试'],
    ['barred', 'Country, region, or territory not supported'],
    ['barred', 'This service is not available in your country'],
    ['barred', 'Your organization must be verified to use this model'],
    ['barred', '请先完成实名认证'],
    ['model', 'You do not have access to the model gpt-image-9'],
    ['model', 'Model seedream-9 is not activated'],
    ['model', 'model disabled.'],
    ['parameter', 'width must be a multiple of 64'],
    ['parameter', 'aspect_ratio is not within the range'],
    ['parameter', 'Invalid size: 9x9'],
    ['parameter', '参数错误'],
  ])('are of %s: %s', (arm, message) => {
    expect(hears(arm, message)).toBe(true)
  })

  test.each<[Arm, string]>([
    ['moderation', 'The rate limit of the content policy was reached'],
    ['moderation', 'Too many requests for the content filter'],
    ['moderation', 'The image was saved and safely stored'],
    ['moderation', 'connection to the checker was lost'],
    ['credit', 'Rate limit reached: insufficient quota of requests per minute'],
    ['credit', 'The load balancer is not available'],
    ['credit', 'This request costs 4 credits'],
    ['credit', 'Quota exceeded: 60 requests per minute'],
    ['credit', '每分钟额度不足，请求过多'],
    ['spent', 'You exceeded your current quota, please check your plan'],
    ['key', 'The keyboard was not found'],
    ['key', 'Missing parameter: prompt'],
    ['limit', 'The size is limited to 2048 pixels'],
    ['limit', 'It was generated in the wrong format'],
    ['rate', 'Generation failed: rate limit reached'],
    ['rate', 'upstream error, too many requests'],
    ['rate', 'too many requests while the image was generated: error'],
    ['rate', '请求过多，生成失败'],
    ['rate', 'At most 5 times per minute'],
    ['barred', 'The region of the mask is too small'],
    ['barred', 'Please check the country field'],
    ['model', 'The model ran out of memory'],
    ['model', 'unknown model'],
    ['parameter', 'Something went wrong'],
  ])('are not of %s: %s', (arm, message) => {
    expect(hears(arm, message)).toBe(false)
  })

  test('of the prompt say nothing', async () => {
    const told = 'insufficient credits for a rate limit, nsfw, invalid api key'
    for (const arm of Object.values(arms))
      expect(arm({ codes: [], message: `I don’t like: ${told}` }, told)).toBe(false)
  })
})

describe('a code of a refusal', () => {
  test.each<[Arm, string]>([
    ['moderation', 'content_policy_violation'],
    ['moderation', 'ILLEGAL_PROMPT'],
    ['moderation', 'censorship-blocked'],
    ['credit', 'BILLING_BALANCE_NOT_ENOUGH'],
    ['credit', 'insufficientCredits'],
    ['credit', '余额不足'],
    ['key', 'invalidApiKey'],
    ['key', 'UNAUTHENTICATED'],
    ['limit', 'rate_limit_exceeded'],
    ['limit', 'token_concurrency_limit_reached'],
    ['barred', 'unsupported_country_region_territory'],
    ['model', 'ModelNotOpen'],
  ])('is of %s: %s', (arm, code) => {
    expect(knows(arm, code)).toBe(true)
  })

  test.each<[Arm, string]>([
    ['credit', 'load_balancer_error'],
    ['credit', 'credits_deducted'],
    ['credit', 'rate_limit_insufficient_quota_window'],
    ['moderation', 'content_filter_timeout'],
    ['moderation', 'safety_checker_unavailable'],
    ['key', 'key_not_found_in_cache'],
    ['limit', 'time_limit_exceeded'],
    ['model', 'model_not_found'],
  ])('counts whole: not of %s: %s', (arm, code) => {
    expect(knows(arm, code)).toBe(false)
  })
})

describe('an answer says of itself', () => {
  test.each([
    { code: 0 },
    { code: 'success' },
    { code: 200, data: null },
    { success: true },
    { status_code: '0' },
    { code: '成功' },
  ])('that it is a success: %j', (body) => {
    expect([saysSuccess(body), refusalSign(body)]).toEqual([true, 'none'])
  })

  test.each([
    { code: -1, message: 'no' },
    { code: 23 },
    { code: 1001, msg: 'x' },
    { success: false },
    { error: { code: 'invalid_argument' } },
    { ret: 7 },
  ])('that it is a refusal: %j', (body) => {
    expect([saysSuccess(body), refusalSign(body)]).toEqual([false, 'sure'])
  })

  test.each([
    { code: 20_000, message: 'please ask at most 5 times per minute', data: 'run-4411' },
    { code: 100, message: 'queue is full, yours is 3rd', result: { place: 3 } },
  ])('perhaps that it is a refusal: %j is never sent again by itself', async (body) => {
    expect(refusalSign(body)).toBe('likely')
    expect(summary(await submitted(body))).toBe('failed serviceFailed')
  })

  test('a success, whatever a code further in is', () => {
    expect(refusalSign({ code: 0, data: { code: 3, message: 'rate limit' } })).toBe('none')
  })

  test.each([{ data: {} }, { message: 'success' }, { status: 'pending' }, { status: 'in_progress' }])(
    'nothing of the kind: %j',
    (body) => {
      expect([saysSuccess(body), refusalSign(body)]).toEqual([false, 'none'])
    },
  )
})

test.each([
  [200, { code: -2, message: 'Insufficient credits' }, 'unsent creditExhausted hold'],
  [200, { code: 23, description: '队列已满，请稍后尝试' }, 'limited rateLimited'],
  [400, { message: 'The rate limit of the content policy was reached' }, 'limited rateLimited'],
  [200, { code: -1, message: 'Rate limit reached' }, 'limited rateLimited'],
  [200, { code: -1, message: 'Generation failed: rate limit reached' }, 'failed serviceFailed'],
  [200, { code: -1, message: 'At most 5 times per minute' }, 'failed serviceFailed'],
  [200, { code: 'rate_limit_exceeded', message: 'The generation failed' }, 'limited rateLimited'],
  [422, { message: 'The sign must not say 60 per minute' }, 'refused requestRefused'],
  [404, { message: 'No such model: concurrency one' }, 'refused notFound'],
  [412, { message: 'At most 60 per minute' }, 'limited rateLimited'],
  [200, { code: 24, description: '可能包含敏感词' }, 'failed moderated'],
  [200, { code: 455, msg: 'under maintenance' }, 'refused requestRefused'],
  [200, { code: -1, message: 'width must be a multiple of 64' }, 'refused requestRefused'],
  [200, { code: -1, message: 'Something went wrong' }, 'uncertain answerEmpty'],
  [429, { error: { message: 'You exceeded your quota of 10 requests per minute' } }, 'limited rateLimited'],
  [429, { error: { code: 'insufficient_quota', message: 'Top up' } }, 'unsent creditExhausted hold'],
  [403, { error: { message: 'Country not supported' } }, 'unsent accessBarred hold'],
  [403, { error: { message: 'No access to model m' } }, 'refused modelDenied'],
  [403, { error: { message: 'Forbidden' } }, 'unsent keyRefused hold'],
  [412, { code: 'account_overdue', message: 'overdue balance' }, 'unsent creditExhausted hold'],
  [451, { message: 'no' }, 'refused moderated'],
  [
    502,
    { error: { code: 'load_balancer_error', message: 'insufficient balance' } },
    'uncertain serviceUnclear',
  ],
])('%i %j is %s', async (status, body, expected) => {
  expect(summary(await submitted(body, { status }))).toBe(expected)
})

test.each([400, 404, 405, 413, 415, 422])(
  'a limit in a sentence beside %i is a wait only with one named',
  async (status) => {
    const body = { message: 'At most 60 per minute' }
    expect((await submitted(body, { status })).kind).toBe('refused')
    expect((await submitted(body, { status, headers: { 'retry-after': '9' } })).kind).toBe('limited')
  },
)
