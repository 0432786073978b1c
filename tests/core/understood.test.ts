import type { KeptAnswer } from '@shared/model/exchange'
import { describe, expect, test } from 'vitest'
import type { ReadContext } from '../../electron/core/service/answers/answerReading'
import type { RawAnswer } from '../../electron/core/service/answers/rawAnswer'
import { understand } from '../../electron/core/service/answers/understanding'

const background = { prompt: 'a fern', references: ['https://us.test/reference.png'], asked: null }

/** What is understood of an answer: each role with the text that is marked, and the meaning. */
async function read(
  body: unknown,
  context: Partial<ReadContext> = {},
  answer: Partial<Omit<RawAnswer, 'body'>> = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { understood, meaning } = await understand(
    { status: 200, headers: {}, lifted: {}, complete: true, ...answer, body: text },
    { ...background, ...context, askedAt: (id, named) => named ?? `https://h.test/tasks/${id}` },
  )
  const marked = ({ role, start, end }: KeptAnswer['understood'][number]) => [role, text.slice(start, end)]
  return { marks: understood.map(marked), meaning, understood }
}

describe('what was understood of an answer', () => {
  test('is its task, by whatever name, and where that is asked for', async () => {
    const { marks, meaning } = await read({ ok: 1, job: { job_id: 'j-77', state: 'queued' } })
    expect(marks).toEqual([
      ['taskId', '"j-77"'],
      ['status', '"queued"'],
    ])
    expect(meaning).toEqual({ kind: 'task', taskId: 'j-77', askAt: 'https://h.test/tasks/j-77', images: 0 })
  })

  test('is the address that the answer itself names', async () => {
    const { marks, meaning } = await read('{"task_id":12345678901234567890,"poll_url":"/v1/t/1"}')
    expect(marks).toEqual([
      ['taskId', '12345678901234567890'],
      ['askAt', '"/v1/t/1"'],
    ])
    expect(meaning).toMatchObject({ kind: 'task', taskId: '12345678901234567890', askAt: '/v1/t/1' })
  })

  test('is each image, but no echo of a reference', async () => {
    const images = [{ url: 'https://c.test/1.png' }, { url: 'https://c.test/2.png' }]
    const { marks, meaning } = await read(
      { images: background.references.map((url) => ({ url })), data: images },
      { asked: 2 },
    )
    expect(marks).toEqual(images.map(({ url }) => ['image', JSON.stringify(url)]))
    expect(meaning).toEqual({ kind: 'images', images: 2 })
  })

  test('is what may be the image, where nothing says so', async () => {
    const { marks, meaning } = await read({ deliver: { where: ['https://c.test/7.png'] } }, { asked: 1 })
    expect(marks).toEqual([['image', '"https://c.test/7.png"']])
    expect(meaning).toEqual({ kind: 'found', images: 1 })
  })

  test('is the whole string that holds JSON, in each of its roles', async () => {
    const { marks } = await read({ code: 0, data: '{"task_id":"t-1","status":"queued"}' })
    expect(new Set(marks.map(([, text]) => text)).size).toBe(1)
    expect(marks.map(([role]) => role)).toEqual(['taskId', 'status'])
  })

  test('is why it was refused', async () => {
    const { marks, meaning } = await read(
      { error: { code: 'bad_size', message: 'No such size' } },
      {},
      {
        status: 400,
      },
    )
    expect(marks).toEqual([['reason', '"No such size"']])
    expect(meaning).toEqual({ kind: 'refusal' })
  })

  test('is an image whose bytes were lifted out, also of an answer that broke off', async () => {
    const lifted = { 'lifted/1': '/spool/1', 'lifted/2': '/spool/2' }
    const text = '{"a":1,"pictures":[{"bytes":"lifted/1"},{"bytes":"lifted/2"}'
    const { marks, meaning } = await read(text, { asked: 2 }, { lifted, complete: false })
    expect(marks).toEqual([
      ['image', '"lifted/1"'],
      ['image', '"lifted/2"'],
    ])
    expect(meaning).toEqual({ kind: 'images', images: 2 })
  })

  test('is no other value where the image of an answer that broke off is not shown', async () => {
    const text = `{"data":[{"b64_json":"none"}],"filler":"${'x'.repeat(100_000)}","image":"lifted/1"`
    const { marks, meaning } = await read(text, { asked: 1 }, { lifted: { 'lifted/1': '/spool/1' } })
    expect(marks).toEqual([])
    expect(meaning).toEqual({ kind: 'images', images: 1 })
  })

  test.each(['{"hello":"there"}', 'nonsense', '', '<html><body>Hello</body></html>', '[]'])(
    'is nothing in %j',
    async (text) => {
      const { understood, meaning } = await read(text)
      expect(understood.filter(({ role }) => role !== 'reason')).toEqual([])
      expect(meaning).toEqual({ kind: 'nothing' })
    },
  )

  test('is only marked where it is shown', async () => {
    const { marks, meaning } = await read({ filler: 'x'.repeat(100_000), task_id: 'late' })
    expect(marks).toEqual([])
    expect(meaning).toMatchObject({ kind: 'task', taskId: 'late' })
  })
})
