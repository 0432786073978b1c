import { expect, test } from 'vitest'
import { polled, read, submitted, summary } from './answers'

/** An image host that anybody may reach. */
const url = 'https://files.example.com/a.png'

test.each([
  { code: 1000, message: 'Accepted. Rate limit: 4 of 5 requests left this minute', data: null },
  { code: 1000, msg: '任务已提交，当前队列已满，请耐心等待', data: {} },
  { code: 1000, message: 'Submitted. Daily limit reached, resets tomorrow' },
  { code: 1000, message: 'Accepted. The result must be fetched within an hour' },
  { code: 1000, msg: '提交成功，参数已自动调整' },
  { success: false, message: 'Image generated, but the upload failed: invalid access token for storage' },
  { success: false, message: 'Image generated. Please verify your organization to download it' },
  { success: false, message: '图片已生成，余额不足，无法放大' },
  { success: false, message: 'Webhook delivery failed: unsupported url' },
  { code: 0, message: 'ok', data: { ticket: 'a', response: { code: 429, message: 'primary channel busy' } } },
  { code: 0, message: 'ok', data: { outcome: { status_code: 401, message: 'unauthorized' } } },
  { type: 'payment_required.none', message: 'queued' },
  { ok: true, type: 'safety.passed', message: 'queued' },
])('a success that may have been taken is never sent again by itself: %j', async (body) => {
  const verdict = await submitted(body)
  expect(['uncertain', 'failed', 'accepted']).toContain(verdict.kind)
  expect(verdict).not.toMatchObject({ error: { code: 'moderated' } })
})

test.each([460, 499])('status %i leaves open what became of a request', async (status) => {
  const body = { error: { code: 'CANCELLED', message: 'insufficient credits' } }
  expect((await submitted(body, { status })).kind).toBe('uncertain')
})

test.each([
  [{ id: 'gen-1', status: 'queued', task: 'text2image' }, 'gen-1'],
  [{ id: 'gen-1', status: 'queued', task: 'flux-pro-1.1' }, 'gen-1'],
  [{ id: 'gen-1', status: 'queued', workflow_id: 'w-7', process_id: 4312 }, 'gen-1'],
  [{ task: 'text2image', output: { task_id: 't-1' } }, 't-1'],
  [{ code: 1000, message: 'Prompt passed content moderation, generating', id: 'abc-1', data: null }, 'abc-1'],
  [{ code: 1000, message: '已通过审核，任务排队中', id: 'abc-1', data: null }, 'abc-1'],
  [{ id: 'abc12345', error: '0' }, 'abc12345'],
  [{ id: 'abc12345', fail_reason: '无', errmsg: '处理成功', error_code: 'NO_ERROR' }, 'abc12345'],
])('the id of a task that was taken is found: %j', async (body, taskId) => {
  expect(await submitted(body)).toMatchObject({ kind: 'accepted', reading: { taskId } })
})

test('a task is asked for where 201 says that it is', async () => {
  const answered = { status: 201, headers: { location: '/api/v1/tasks/abc123' } }
  expect(await submitted({}, answered)).toMatchObject({ reading: { taskId: 'abc123', isProvisional: true } })
})

test.each([401, 402, 429])('an id beside a failed status in a %i is no task', async (status) => {
  const body = { id: 'req-1', status: 'error', message: 'Invalid API key' }
  expect((await submitted(body, { status })).kind).not.toBe('accepted')
})

test('a word where a task is doesn’t make a poll another task’s', async () => {
  const body = {
    status: 'completed',
    task: 'text2image',
    generation_id: 'g-9',
    id: 'task-1',
    images: [{ url }],
  }
  expect(await polled(body)).toMatchObject({ kind: 'task', reading: { phase: 'done' } })
})

test.each([
  { id: 'task-1', status: 'SUCCESS', errmsg: 'the thumbnail failed', images: [] },
  { request_id: 'r-1', status: 'ok', error: { message: 'upstream timeout' } },
  { status: 'error', code: 503, message: 'busy', created_at: 1_790_000_000 },
])('a poll ends no task at once by: %j', async (body) => {
  expect((await polled(body)).kind).not.toBe('failed')
})

test.each([
  { success: false, message: 'Result upload failed: invalid credentials for storage' },
  { success: false, message: 'Upstream provider reported insufficient balance, retrying' },
])('a poll holds nothing by words alone: %j', async (body) => {
  expect(summary(await polled(body))).toMatch(/^retry/)
})

test.each([
  { code: 1000, message: 'ok', data: { pic_addr: url } },
  { code: 0, fail_reason: '无', data: { pic_addr: url } },
  { status: 'created', data: { pic_addr: url } },
])('a direct answer is searched for its image: %j', async (body) => {
  expect((await read(body, { asked: 1 })).task.found).toHaveLength(1)
})

test.each([
  { id: 'task-1', status: 'active', url },
  { id: 'task-1', status: 'created', images: [url] },
])('the image of a polled task is no preview by a word that may mean either: %j', async (body) => {
  expect(await polled(body)).toMatchObject({ reading: { items: [{ source: { kind: 'url', url } }] } })
})
