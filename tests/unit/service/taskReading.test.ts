import { describe, expect, test } from 'vitest'
import type { FoundTask } from '../../../electron/core/service/answers/taskReading'
import { type AnswerOptions, read } from './answers'

async function task(body: unknown, options?: AnswerOptions): Promise<FoundTask> {
  return (await read(body, options)).task
}

const image = { url: 'https://h/i.png' }
const found = { image: { kind: 'url', url: 'https://h/i.png' }, phase: 'done' }

describe('the interface’s own answers', () => {
  test('a synchronous result', async () => {
    const body = {
      created: 1_767_225_600,
      data: [{ url: 'https://h/1.png', revised_prompt: 'a tall lighthouse' }, { url: 'https://h/2.png' }],
    }
    expect(await task(body)).toMatchObject({
      taskId: null,
      phase: 'done',
      items: [
        { index: 0, revisedPrompt: 'a tall lighthouse', image: { url: 'https://h/1.png' } },
        { index: 1, revisedPrompt: null, image: { url: 'https://h/2.png' } },
      ],
    })
  })

  test('a submitted task', async () => {
    const body = { created: 1, task_id: 'b-1', status: 'pending', data: [{ url: null, status: 'pending' }] }
    expect(await task(body)).toMatchObject({
      taskId: 'b-1',
      phase: 'queued',
      status: 'pending',
      progress: null,
      error: null,
      items: [{ phase: 'queued', image: null, error: null }],
    })
  })

  test('a task that is partly done', async () => {
    const body = {
      task_id: 'b-1',
      status: 'processing',
      progress: 50,
      data: [
        { url: null, status: 'pending' },
        { ...image, status: 'completed' },
      ],
      error: null,
    }
    expect(await task(body)).toMatchObject({
      phase: 'running',
      progress: 50,
      items: [
        { index: 0, phase: 'queued' },
        { index: 1, ...found },
      ],
    })
  })
})

describe('envelopes', () => {
  const inner = { task_id: 't', status: 'running', data: [image] }

  test.each([
    ['bare', inner],
    ['code and data', { code: 200, data: inner }],
    ['a list of one', { data: [inner] }],
    ['a bare list of one', [inner]],
    ['output', { output: inner }],
    ['result', { code: 0, result: inner }],
    ['success around it', { status: 'success', data: inner }],
    ['several', { code: 200, data: { result: { output: inner } } }],
  ])('%s', async (_, body) => {
    expect(await task(body)).toMatchObject({ taskId: 't', phase: 'running', items: [found] })
  })

  test('task_id is looked for in all of them before id, and id before request_id', async () => {
    expect((await task({ id: 'outer', request_id: 'r', data: { task_id: 'inner' } })).taskId).toBe('inner')
    expect((await task({ request_id: 'r', data: { id: 'inner', status: 'pending' } })).taskId).toBe('inner')
    expect((await task({ id: 'outer', data: { id: 'inner', status: 'pending' } })).taskId).toBe('inner')
    expect((await task({ id: 'only' })).taskId).toBe('only')
    expect((await task({ taskId: 7 })).taskId).toBe('7')
  })

  test('request_id counts only while the task waits or runs without an image', async () => {
    expect((await task({ request_id: 'r', status: 'IN_QUEUE' })).taskId).toBe('r')
    expect((await task({ request_id: 'r', status: 'COMPLETED' })).taskId).toBeNull()
    expect((await task({ request_id: 'r', status: 'running', images: [image] })).taskId).toBeNull()
    expect((await task({ request_id: 'r', message: 'no' })).taskId).toBeNull()
  })

  test('an image’s own id is not the task’s', async () => {
    const data = [
      { id: 'img-1', ...image },
      { id: 'img-2', ...image },
    ]
    expect(await task({ created: 1, data })).toMatchObject({ taskId: null, phase: 'done' })
  })
})

describe('images', () => {
  test.each([
    ['url', { data: [image] }],
    ['a list of urls in one item', { data: [{ url: ['https://h/i.png'] }] }],
    ['results', { results: [image] }],
    ['result.images', { result: { images: [image] } }],
    ['images', { images: [image] }],
    ['image_url', { data: { image_url: 'https://h/i.png' } }],
    ['image_url with url in it', { data: [{ image_url: { url: 'https://h/i.png' } }] }],
    ['strings in a list', { output: ['https://h/i.png'] }],
    ['one string', { output: 'https://h/i.png' }],
    ['padded with blanks', { data: [{ url: ' https://h/i.png\n' }] }],
  ])('as %s', async (_, body) => {
    expect((await task(body)).items).toMatchObject([found])
  })

  test.each([
    ['b64_json', { data: [{ b64_json: 'aGVs\nbG8=' }] }],
    ['a data URI', { data: [{ url: 'data:image/png;base64,aGVsbG8=' }] }],
    ['a data URI in b64_json', { data: [{ b64_json: 'data:image/png;base64,aGVsbG8=' }] }],
    ['a data URI in a list', { images: ['data:image/png;base64,aGVsbG8='] }],
    ['beside a url', { data: [{ ...image, b64_json: 'aGVsbG8=' }] }],
  ])('as bytes: %s', async (_, body) => {
    const [item] = (await task(body)).items
    expect(item?.image?.kind).toBe('base64')
    expect(item?.image?.kind === 'base64' && Buffer.from(item.image.data, 'base64').toString()).toBe('hello')
  })

  test('yet to come keep their place', async () => {
    const { items } = await task({
      task_id: 't',
      data: [null, image, { url: '' }, { url: ['', 'https://h/2.png'] }],
    })
    expect(items.map(({ index, image }) => [index, image !== null])).toEqual([
      [0, false],
      [1, true],
      [2, false],
      [3, true],
    ])
  })

  test('may be fewer or more than requested', async () => {
    expect((await task({ data: [image] })).phase).toBe('done')
    expect((await task({ data: [image, image, image] })).items).toHaveLength(3)
    expect((await task({ task_id: 't', data: [image] })).phase).toBe('unknown')
  })

  test('a task that gives no status may go on, however many images it has shown', async () => {
    expect((await task({ task_id: 't', data: [image] })).phase).toBe('unknown')
    expect((await task({ task_id: 't', status: 'wrapping', data: [image] })).phase).toBe('unknown')
    expect((await task({ task_id: 't', progress: 100, data: [image] })).phase).toBe('done')
    // An answer with only an id is a finished result.
    expect((await task({ id: 'img-1', data: [image] })).phase).toBe('done')
  })

  test('are distinguished by an id of their own, never by the task’s or a shared one', async () => {
    const ids = async (...data: readonly object[]) =>
      (await task({ task_id: 't', status: 'processing', data })).items.map(({ entry }) => entry)
    expect(await ids({ ...image, id: 'a' }, { url: null, id: 7 })).toEqual(['a', '7'])
    expect(await ids({ ...image, id: 't' }, { url: null, id: 'b' })).toEqual([null, 'b'])
    expect(await ids({ ...image, id: 'x' }, { url: null, id: 'x' })).toEqual([null, null])
    expect(await ids({ url: ['https://h/1.png', 'https://h/2.png'], id: 'a' })).toEqual([null, null])
  })

  test('in the references of an echoed request do not count', async () => {
    const body = {
      task_id: 't',
      status: 'pending',
      image: ['https://h/ref.png'],
      input: { image: ['https://h/r.png'] },
    }
    expect((await task(body)).items).toEqual([])
  })

  test('listed twice are counted once, from the longer list', async () => {
    const body = { image_url: 'https://h/grid.png', images: ['https://h/1.png', 'https://h/2.png'] }
    expect((await task(body)).items).toHaveLength(2)
  })

  test('are limited to 1,000', async () => {
    const { items } = await task({ data: Array.from({ length: 5000 }, () => image) })
    expect(items).toHaveLength(1000)
  })
})

test.each([
  ['without any status', { task_id: 't' }, 'queued'],
  [
    'by its items when it has none',
    { task_id: 't', data: [{ status: 'running' }, { status: 'pending' }] },
    'running',
  ],
  ['all items failed', { data: [{ status: 'failed' }, { status: 'nsfw' }] }, 'failed'],
  ['an unknown word', { task_id: 't', status: 'percolating' }, 'unknown'],
  ['cancelled', { task_id: 't', status: 'Cancelled' }, 'cancelled'],
  [
    'done beside running siblings’ image',
    { task_id: 't', status: 'running', data: [image, { url: null }] },
    'running',
  ],
  ['a number is no word', { task_id: 't', status: 200 }, 'queued'],
])('the phase of a task, %s', async (_, body, phase) => {
  expect((await task(body)).phase).toBe(phase)
})

test.each([
  [40, 40],
  ['40%', 40],
  ['40', 40],
  [0.4, 40],
  ['0.5%', 0.5],
  [0, 0],
  [1, 1],
  [100, 100],
  [250, 100],
  [-5, 0],
  [null, null],
  ['soon', null],
])('progress %j is %j', async (progress, expected) => {
  expect((await task({ task_id: 't', status: 'running', progress })).progress).toBe(expected)
})

test.each([
  [null, null],
  ['', null],
  [[], null],
  [{}, null],
  [false, null],
  ['out of memory', 'out of memory'],
  [{ message: 'out of memory' }, 'out of memory'],
  [{ error: { detail: 'out of memory' } }, 'out of memory'],
  [[{ msg: 'out of memory' }], 'out of memory'],
  [{ code: 'E1' }, 'E1'],
])('the error %j says %j', async (error, words) => {
  const read = await task({ task_id: 't', status: 'failed', data: [], error })
  expect(read.error).toMatchObject({ code: 'taskFailed' })
  const expected = words ?? 'failed'
  expect(read.error?.detail?.words).toBe(expected)
})

test('fail_reason, detail and msg are read beside a failed status', async () => {
  for (const field of ['fail_reason', 'detail', 'msg', 'message'])
    expect((await task({ task_id: 't', status: 'failed', [field]: 'broke' })).error?.detail?.words).toBe(
      'broke',
    )
})
