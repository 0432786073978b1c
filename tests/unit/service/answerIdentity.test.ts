import { describe, expect, test } from 'vitest'
import { prompt, read, submitted, summary } from './answers'

/** The id that an answer gives, and whether only its form shows that it is one. */
async function idOf(body: unknown, status = 200): Promise<readonly [string | null, boolean]> {
  const { taskId, isProvisional } = (await read(body, { status })).task
  return [taskId, isProvisional]
}
const sure = (id: string) => [id, false]
const lone = (id: string) => [id, true]
const none = [null, false]

describe('a lone string', () => {
  test.each([
    { code: 'success', data: 'task_0123456789' },
    { code: 0, data: 'task_0123456789' },
    { code: 1, description: '提交成功', result: 'task_0123456789' },
    { code: 'SUCCESS', message: '', data: 'task_0123456789' },
    { success: true, id: 'task_0123456789', request_id: 'r-1' },
    { code: 200, msg: 'ok', data: { result: 'task_0123456789' } },
  ])('is an id beside a success code, as long as nothing contradicts: %j', async (body) => {
    const [id] = await idOf(body)
    expect(id).toBe('task_0123456789')
  })

  test.each([
    ['no code', { data: 'task_0123456789' }],
    ['a code of failure', { code: -1, data: 'task_0123456789' }],
    ['an error', { code: 0, error: 'no room', data: 'task_0123456789' }],
    ['too short', { code: 0, data: 'task_01' }],
    ['no digit', { code: 0, data: 'task_without_digits' }],
    ['a sentence', { code: 0, data: 'your task 0123456789 is here' }],
    ['an address', { code: 0, data: 'https://x.test/0123456789' }],
    ['words of error', { code: 0, data: 'error_0123456789' }],
    ['a state', { code: 0, data: 'in.progress' }],
    ['bytes of a PNG', { code: 0, data: 'iVBORw0KGgoAAAANSUhEUgAA' }],
    ['bytes of a JPEG', { code: 0, data: '/9j/4AAQSkZJRgABAQAAAQAB' }],
    ['bytes of a JPEG in base64url', { code: 0, data: '_9j_4AAQSkZJRgABAQAAAQAB' }],
    ['under a name of something else', { code: 0, data: { trace: 'task_0123456789' } }],
    ['one of several', { code: 0, data: ['task_0123456789', 'task_0123456790'] }],
  ])('is none with %s', async (_, body) => {
    expect(await idOf(body)).toEqual(none)
  })

  test('that we sent is none', async () => {
    const echo = { code: 0, data: 'a1b2c3d4e5' }
    expect(await idOf(echo)).toEqual(lone('a1b2c3d4e5'))
    expect((await read(echo, { prompt: 'a1b2c3d4e5' })).task.taskId).toBeNull()
  })

  test.each([
    { success: false, message: 'no room', id: 'run-4411' },
    { code: -3, message: 'width must be a multiple of 64', id: 'run-4411' },
    { code: 'invalid_request', message: 'no such size', request_id: 'run-4411' },
    { error_code: 216_303, message: 'no such size', id: 4411 },
  ])('is none beside a sure refusal, and nor is an id: %j', async (body) => {
    expect(await idOf(body)).toEqual(none)
    expect((await submitted(body)).kind).not.toBe('accepted')
  })

  test('is none in an answer of failure', async () => {
    expect(await idOf({ code: 0, data: 'task_0123456789' }, 500)).toEqual(none)
  })
})

describe('the surest id', () => {
  test.each([
    ['a task’s before any other', { id: 'x-1', data: { task_id: 't-1' }, request_id: 'r-1' }, 't-1'],
    ['a task’s before a job’s', { job_id: 'j-1', task_id: 't-1' }, 't-1'],
    ['that beside a status before another', { id: 'x-1', data: { id: 'y-1', status: 'pending' } }, 'y-1'],
    ['a bare one without anything else', { id: 'x-1', object: 'image.task' }, 'x-1'],
    ['a request’s beside a waiting status', { request_id: 'r-1', status: 'IN_QUEUE' }, 'r-1'],
    [
      'a request’s beside an address to ask at',
      { request_id: 'r-1', status_url: 'https://x.test/r-1' },
      'r-1',
    ],
    ['a number', { data: { taskId: 42 } }, '42'],
    [
      'a number beyond 2^53, digit by digit',
      '{"data":{"taskId":12345678901234567890}}',
      '12345678901234567890',
    ],
  ])('is %s', async (_, body, id) => {
    expect(await idOf(body)).toEqual(sure(id))
  })

  test.each([
    ['an id beside an error', { id: 'x-1', error: { code: 'bad', message: 'no' } }],
    ['an id of a refusal', { id: 'x-1', name: 'content_moderation', errors: ['flagged'] }, 403],
    ['a request’s id beside words', { request_id: 'r-1', message: 'hello' }],
    ['ids of images in a list', { data: [{ id: 'i-1' }, { id: 'i-2' }] }],
  ])('is not %s', async (_, body, status = 200) => {
    expect(await idOf(body, status)).toEqual(none)
  })

  test.each([
    ['empty text', { task_id: '  ' }],
    ['a step of a path', { task_id: '..' }],
    ['half a character', '{"task_id":"\\ud800"}'],
    ['more than anyone can send', { task_id: 'x'.repeat(1001) }],
    ['no whole number', { task_id: 1.5 }],
  ])('can’t be used as %s: the request is uncertain', async (_, body) => {
    expect(summary(await submitted(body))).toBe('uncertain answerUnreadable')
  })

  test('is never that of what was sent', async () => {
    expect(await idOf({ input: { task_id: 't-of-the-input' }, prompt })).toEqual(none)
  })
})

test('where a task is asked for may stand beside the envelope that its id is in', async () => {
  const { task } = await read({ code: 0, poll_url: '/v1/tasks/task-77', data: { task_id: 'task-77' } })
  expect(task).toMatchObject({ taskId: 'task-77', askAt: '/v1/tasks/task-77' })
})
