import { errorCodes } from '@shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskReading } from '../../../electron/core/service/answers/reading'
import type { PollVerdict, SubmitVerdict } from '../../../electron/core/service/verdict'
import { cases } from '../../../scripts/testRun/cases'
import { polled, submitted } from './answers'

const fields = [
  'task_id',
  'id',
  'taskId',
  'request_id',
  'status',
  'data',
  'output',
  'result',
  'results',
  'images',
  'url',
  'image_url',
  'b64_json',
  'error',
  'errors',
  'message',
  'msg',
  'detail',
  'code',
  'type',
  'fail_reason',
  'progress',
  'retry_after',
  'revised_prompt',
  'created',
  '__proto__',
  'constructor',
  'toString',
] // prettier-ignore
const words = [
  'pending',
  'completed',
  'failed',
  'error',
  'nsfw',
  'insufficient_quota',
  'moderation',
  '',
  ' ',
  '..',
]

const leaf = fc.oneof(
  fc.constantFrom(...words, null, true, false, 'https://h/i.png', 'data:image/png;base64,aGk=', 'data:,'),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.bigInt({ min: 10n ** 15n, max: 10n ** 20n }).map(Number),
)
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...fields), tie('value'), { maxKeys: 8 }),
  ),
})).value
const anyBody = fc.oneof(
  { weight: 6, arbitrary: json.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: json.map((value) => (JSON.stringify(value) ?? '').slice(0, -3)) },
)
const anyAnswer = fc.record({
  status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 200, 401, 429, 500)),
  complete: fc.boolean(),
  headers: fc.dictionary(
    fc.constantFrom('content-type', 'retry-after', 'location', 'x-request-id', 'date'),
    fc.string(),
  ),
  prompt: fc.string(),
  images: fc.integer({ min: 1, max: 8 }),
})

const runs = { numRuns: cases(200, 5000) }
const submitKinds = ['accepted', 'unsent', 'limited', 'refused', 'failed', 'uncertain']
const pollKinds = ['task', 'retry', 'limited', 'hold', 'noCredit', 'unknownTask', 'failed', 'saysFailed']

function expectBounded(verdict: SubmitVerdict | PollVerdict): void {
  const readings: TaskReading[] = 'reading' in verdict ? [verdict.reading] : []
  for (const { items, taskId, progress } of readings) {
    expect(items.length).toBeLessThanOrEqual(1000)
    expect((taskId ?? '').length).toBeLessThanOrEqual(1000)
    expect(progress === null || (progress >= 0 && progress <= 100)).toBe(true)
    expect(items.map(({ index }) => index)).toEqual(items.map((_, at) => at))
  }
  const errors = [
    ...('error' in verdict ? [verdict.error] : []),
    ...readings.flatMap(({ error, items }) => [error, ...items.map((item) => item.error)]),
  ]
  for (const error of errors) {
    if (error === null) continue
    expect(errorCodes).toContain(error.code)
    expect((error.detail?.words ?? '').length).toBeLessThanOrEqual(2000)
    expect((error.detail?.requestId ?? '').length).toBeLessThanOrEqual(200)
  }
}

test('whatever arrives, a paid request ends in one verdict within limits', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, anyAnswer, async (body, answer) => {
      const verdict = await submitted(body, answer)
      expect(submitKinds).toContain(verdict.kind)
      expectBounded(verdict)
    }),
    runs,
  )
})

test('whatever arrives, a poll ends in one verdict within limits', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, anyAnswer, async (body, answer) => {
      const verdict = await polled(body, answer)
      expect(pollKinds).toContain(verdict.kind)
      expectBounded(verdict)
    }),
    runs,
  )
})

const envelope = fc.constantFrom<((inner: object) => object)[]>(
  (inner) => inner,
  (inner) => ({ code: 200, data: inner }),
  (inner) => ({ code: 500, msg: 'insufficient balance', data: inner }),
  (inner) => ({ data: [inner] }),
  (inner) => ({ output: inner }),
  (inner) => ({ result: inner, error: { code: 'content_policy_violation' } }),
)
const wrapped = fc.tuple(envelope, envelope).map(
  ([outer, inner]) =>
    (body: object) =>
      outer(inner(body)),
)
const anyStatus = fc.integer({ min: 200, max: 599 })

test('a task id in a known envelope is never lost, whatever is around it', async () => {
  const id = fc.oneof(
    fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/^\.{1,2}$/.test(text)),
    fc.nat(),
  )
  await fc.assert(
    fc.asyncProperty(
      wrapped,
      id,
      fc.constantFrom('task_id', 'taskId'),
      anyStatus,
      async (wrap, id, field, status) => {
        const verdict = await submitted(wrap({ [field]: id, status: 'pending' }), { status })
        expect(verdict).toMatchObject({ kind: 'accepted', reading: { taskId: String(id) } })
      },
    ),
    runs,
  )
})

test('an image in a known envelope is never lost, whatever is around it', async () => {
  const shape = fc.constantFrom<((url: string) => object)[]>(
    (url) => ({ url }),
    (url) => ({ image_url: url }),
    (url) => ({ data: [{ url, status: 'failed' }] }),
    (url) => ({ results: [{ url }] }),
    (url) => ({ images: [url] }),
    (url) => ({ result: { images: [{ url }] } }),
    (url) => ({ status: 'error', data: [{ url: null }, { url: [url] }] }),
    (url) => ({ task_id: 'task-1', status: 'failed', data: [{ error: 'nsfw' }, { url }] }),
  )
  await fc.assert(
    fc.asyncProperty(wrapped, shape, fc.webUrl(), anyStatus, async (wrap, make, url, status) => {
      const verdict = await submitted(wrap(make(url)), { status })
      expect(verdict.kind).toBe('accepted')
      const sources = verdict.kind === 'accepted' ? verdict.reading.items.map(({ source }) => source) : []
      expect(sources).toContainEqual({ kind: 'url', url })
    }),
    runs,
  )
})

test('hostile shapes end in a verdict', async () => {
  const deep = 200_000
  const shapes = [
    `${'['.repeat(deep)}${']'.repeat(deep)}`,
    `${'{"data":'.repeat(deep)}1${'}'.repeat(deep)}`,
    `${'{"error":'.repeat(deep)}"x"${'}'.repeat(deep)}`,
    `{"url":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    JSON.stringify({ data: Array.from({ length: 300_000 }, () => ({})) }),
    JSON.stringify({ data: Array.from({ length: 100_000 }, () => ({ url: null, error: 'x' })) }),
    JSON.stringify({ message: 'quota '.repeat(500_000) }),
    JSON.stringify({ data: [{ b64_json: `${' '.repeat(3_000_000)}!` }] }),
    `<html>${'<script>'.repeat(300_000)}`,
    '<'.repeat(3_000_000),
  ]
  for (const body of shapes) {
    expect((await submitted(body)).kind).toMatch(/uncertain|failed/)
    expect((await submitted(body, { status: 400 })).kind).toMatch(/refused|unsent/)
  }
})
