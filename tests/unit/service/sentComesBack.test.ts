import { describe, expect, test } from 'vitest'
import { polled, prompt, submitted, summary } from './answers'

const out = 'https://files.example/out/1.png'
const stored = ['https://files.example/ref/1.png', 'https://files.example/ref/2.png']

const addresses = async (body: object): Promise<readonly unknown[]> => {
  const verdict = await polled(body)
  if (verdict.kind !== 'task') return [summary(verdict)]
  return verdict.reading.items.map(({ source }) => (source?.kind === 'url' ? source.url : null))
}

describe('what was sent, and stored anew by the service, isn’t the result', () => {
  test.each([
    { id: 'task-1', status: 'completed', payload: { prompt, image_urls: stored }, result: { images: [out] } },
    { id: 'task-1', status: 'completed', result: { images: [out] }, payload: { prompt, image_urls: stored } },
    { id: 'task-1', state: 'completed', data: { prompt, image: stored[0] }, returnvalue: { images: [out] } },
    { id: 'task-1', status: 'succeeded', image: stored[0], output: [out] },
    { id: 'task-1', status: 'succeeded', image_url: stored[0], output_url: out },
    { id: 'task-1', status: 'succeeded', image_url: stored[0], result_image: out },
  ])('in %j', async (body) => {
    expect(await addresses(body)).toEqual([out])
  })

  test('while its task runs', async () => {
    expect(await addresses({ id: 'task-1', status: 'running', body: { prompt, image: stored } })).toEqual([])
  })

  test.each([
    { id: 'task-1', status: 'completed', data: { prompt, images: [out] } },
    { id: 'task-1', status: 'completed', data: [{ prompt, url: out }] },
    { id: 'task-1', status: 'completed', result: { prompt, image_url: out }, output: { text: 'done' } },
    { id: 'task-1', status: 'running', data: [{ prompt, url: out }] },
    { id: 'task-1', status: 'completed', prompt, image_url: out },
  ])('but a result that repeats the prompt is one: %j', async (body) => {
    expect(await addresses(body)).toEqual([out])
  })

  test('the answer to a request keeps whatever picture it has', async () => {
    expect(await submitted({ data: { prompt, images: [out] } }, { asked: 1 })).toMatchObject({
      kind: 'accepted',
      reading: { items: [{ source: { url: out } }] },
    })
  })
})

test('an entry that says that it is at work has no image yet, while its task runs', async () => {
  const data = [{ status: 'processing', url: 'https://files.example/loading.gif' }]
  expect(await addresses({ task_id: 'task-1', status: 'processing', data })).toEqual([])
  const half = [{ status: 'completed', url: out }, ...data]
  expect(await addresses({ task_id: 'task-1', status: 'processing', data: half })).toEqual([out])
})

describe('a failure that isn’t the end', () => {
  const failed = { id: 'task-1', status: 'failed', failedReason: 'out of memory' }

  test.each([{ willRetry: true }, { next_retry_at: '2026-03-01T12:05:00Z' }, { retrying: 1 }])(
    'of a task that is run again: %j',
    async (again) => {
      expect(await polled({ ...failed, ...again })).toMatchObject({
        kind: 'task',
        reading: { phase: 'unknown' },
      })
    },
  )

  test.each([{ willRetry: false }, { next_retry_at: null }, { retryable: true }])(
    'unless it isn’t: %j',
    async (again) => {
      expect(summary(await polled({ ...failed, ...again }))).toBe('failed taskFailed')
    },
  )

  test('of an answer that says when it was given, but not of which task', async () => {
    const error = { status: 'error', message: 'The status API is not available' }
    expect((await polled({ ...error, generated_at: '2026-03-01T12:00:00Z' })).kind).toBe('saysFailed')
    expect((await polled({ ...error, served_at: 1_772_366_400 })).kind).toBe('saysFailed')
    expect((await polled({ ...error, created_at: 1_772_366_400 })).kind).toBe('failed')
  })
})
