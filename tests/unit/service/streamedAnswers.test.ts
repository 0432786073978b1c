import { describe, expect, test } from 'vitest'
import { submitted, summary } from './answers'

const url = 'https://files.example/out/1.png'
const other = 'https://files.example/out/2.png'
const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const partial = event({ type: 'image_generation.partial_image', url: 'https://files.example/half.png' })

const images = async (text: string): Promise<unknown> => {
  const verdict = await submitted(text, { asked: 1 })
  if (verdict.kind !== 'accepted') return summary(verdict)
  return verdict.reading.items.map(({ source }) => (source?.kind === 'url' ? source.url : null))
}

describe('an answer in pieces', () => {
  test.each([
    [`event: done\n${partial}${event({ type: 'image_generation.completed', url })}data: [DONE]\n\n`, [url]],
    [event({ type: 'image_generation.completed', url }) + event({ url: other }), [url, other]],
    [`{"status":"processing","progress":10}\n{"status":"done","images":["${url}"]}\n`, [url]],
    [`: keep-alive\n\n{"created":1,"data":[{"url":"${url}"}]}`, [url]],
    [`Warning: Undefined key in api.php on line 12\n{"data":[{"url":"${url}"}]}`, [url]],
  ])('%j gives its images', async (text, expected) => {
    expect(await images(text)).toEqual(expected)
  })

  test.each([
    event({ error: { code: 'rate_limit_exceeded', message: 'slow down' } }),
    `${partial}${event({ error: { code: 'invalid_api_key', message: 'no' } })}`,
    '{"status":"processing"}\n{"error":{"code":"insufficient_quota"}}\n',
  ])('%j leaves open what was billed', async (text) => {
    expect(await images(text)).toMatch(/^uncertain/)
  })

  test('brings a task after the words of the server', async () => {
    expect(await submitted(': PROCESSING\n\n{"task_id":"t-9","status":"pending"}')).toMatchObject({
      kind: 'accepted',
      reading: { taskId: 't-9', phase: 'queued' },
    })
  })
})
