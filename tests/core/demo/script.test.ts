import { describe, expect, test } from 'vitest'
import { startDemo } from './demoHarness'

const small = { size: '256x256' }
const request = (prompt: string, more: object = {}) => ({ model: 'aurora-2', prompt, ...small, ...more })

describe('words that make the demo service fail', () => {
  test('refuses one image of four, in both modes', async () => {
    const demo = await startDemo()
    const { task_id } = await demo.submit('Paper crane [refuse 2]', { ...small, n: 4 })
    const task = await demo.ended(task_id)
    expect([task.status, task.progress, task.error]).toEqual(['completed', 100, null])
    expect(task.data.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed', 'completed'])
    expect(task.data[1]).toMatchObject({ url: null, error: { code: 'moderation_blocked' } })
    expect((await demo.generate('Paper crane [refuse 2]', { ...small, n: 4 })).data).toHaveLength(3)
  })

  test('yields more images than requested, one after another', async () => {
    const demo = await startDemo({ taskMs: 400, spread: 0 })
    const { task_id, data } = await demo.submit('Paper crane [yield 4]', small)
    expect(data).toHaveLength(4)
    const task = await demo.ended(task_id)
    expect(task.data.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
    expect((await demo.generate('Paper crane [yield 2]', small)).data).toHaveLength(2)
  })

  test('fails a task', async () => {
    const demo = await startDemo()
    const task = await demo.ended((await demo.submit('[fail] Paper crane', { ...small, n: 2 })).task_id)
    expect(task).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } })
    expect(task.data.map(({ status, url }) => [status, url])).toEqual([
      ['failed', null],
      ['failed', null],
    ])
    expect((await demo.post(request('[fail]'))).status).toBe(500)
  })

  test.each([
    ['[refuse]', 400, /moderation_blocked/],
    ['[500]', 500, /server_error/],
    ['[402]', 402, /insufficient_quota/],
    ['[html]', 502, /^<!doctype html>/],
    ['[rubbish]', 200, /^\{"created": 17$/],
    ['[echo]', 400, /Bearer demo-key/],
  ])('answers %s without accepting the request', async (word, status, body) => {
    const demo = await startDemo()
    const answer = await demo.post(request(`Paper crane ${word}`, { async: true }))
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(body)
    expect(demo.posts()).toMatchObject([{ status, taskId: null, model: 'aurora-2' }])
  })

  test('drops the connection after it accepted the request', async () => {
    const demo = await startDemo()
    await expect(demo.post(request('[drop]'))).rejects.toThrow('fetch failed')
    const [post] = demo.posts()
    expect(post?.status).toBeNull()
    expect((await demo.ended(post?.taskId ?? '')).status).toBe('completed')
  })

  test('is too busy only the first time, and says for how long', async () => {
    const demo = await startDemo()
    const first = await demo.post(request('[429]'))
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await demo.post(request('[429]'))).status).toBe(200)
  })

  test('refuses a share of the images, determined by the seed', async () => {
    const demo = await startDemo({ taskMs: 0, refusedShare: 0.5 })
    const { data } = await demo.generate('Paper crane', { ...small, n: 10 })
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBeLessThan(10)
  })
})
