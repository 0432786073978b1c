import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { builtEntry } from '../../support/builtEntry'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { bytesOf, startDemo } from './demoHarness'

const small = { size: '256x256' }

describe('the demo service when it ends or is killed', () => {
  test('keeps tasks, journal and address across a kill -9 in mid-task, and goes on by the wall clock', async () => {
    const demo = await startDemo({ taskMs: 1500, slots: 2 })
    const tasks = await Promise.all(['a', 'b', 'c'].map((prompt) => demo.submit(prompt, small)))
    await eventually(async () => (await demo.poll(tasks[0]?.task_id ?? '')).progress !== 0)
    const before = await Promise.all(tasks.map(({ task_id }) => demo.poll(task_id)))
    demo.processes.running('demo')[0]?.kill('SIGKILL')
    await eventually(() => demo.processes.started('demo') === 2)
    expect((await demo.service.start()).baseUrl).toBe(demo.baseUrl)
    const after = await Promise.all(tasks.map(({ task_id }) => demo.poll(task_id)))
    for (const [index, task] of after.entries())
      expect(task.progress).toBeGreaterThanOrEqual(before[index]?.progress ?? 100)
    for (const { task_id } of tasks) {
      const { status, data } = await demo.ended(task_id)
      expect(status).toBe('completed')
      expect((await bytesOf(data[0]?.url)).length).toBeGreaterThan(1000)
    }
    expect(
      demo
        .posts()
        .map(({ taskId }) => taskId)
        .sort(),
    ).toEqual(tasks.map(({ task_id }) => task_id).sort())
  })

  test('finishes a task while it is down', async () => {
    const demo = await startDemo({ taskMs: 300 })
    const { task_id } = await demo.submit('Paper crane', small)
    await demo.service.stop()
    const again = await startDemo({ profile: demo.folder, taskMs: 300 })
    expect((await again.ended(task_id)).status).toBe('completed')
    expect(again.baseUrl).toBe(demo.baseUrl)
  })

  test('draws a lost file again, byte for byte', async () => {
    const demo = await startDemo()
    const { data } = await demo.generate('Paper crane', small)
    const bytes = await bytesOf(data[0]?.url)
    const files = join(demo.folder, 'demo', 'files')
    for (const folder of readdirSync(files)) rmSync(join(files, folder), { recursive: true })
    expect((await bytesOf(data[0]?.url)).equals(bytes)).toBe(true)
  })

  test('skips lines that a kill cut short', async () => {
    const demo = await startDemo()
    const first = await demo.submit('first', small)
    await demo.service.stop()
    for (const file of ['tasks.jsonl', 'journal.jsonl'])
      appendFileSync(join(demo.folder, 'demo', file), '{"id":"ta')
    const again = await startDemo({ profile: demo.folder })
    const second = await again.submit('second', small)
    await again.service.stop()
    const last = await startDemo({ profile: demo.folder })
    expect((await last.ended(first.task_id)).status).toBe('completed')
    expect((await last.ended(second.task_id)).status).toBe('completed')
  })

  test('takes another port when its own is in use, and ends with its parent', async () => {
    const demo = await startDemo()
    const other = await startDemo({ profile: demo.folder })
    expect(other.baseUrl).not.toBe(demo.baseUrl)
    const [child] = other.processes.running('demo')
    child?.disconnect()
    await eventually(() => child?.exitCode === 0)
  })

  test('ends silently if its parent is gone before it listens', async () => {
    const options = JSON.stringify({ folder: temporaryFolder() })
    for (const ended of ['at once', 'a little later']) {
      const child = fork(await builtEntry('demo'), [options], { silent: true, execArgv: [] })
      const gone = once(child, 'exit')
      if (ended === 'a little later') await once(child, 'spawn')
      child.disconnect()
      const said = child.stderr === null ? '' : await text(child.stderr)
      expect([await gone, said]).toEqual([[0, null], ''])
    }
  })

  test('writes one line for each request, without prompt, key or query', async () => {
    const demo = await startDemo({ urlLifetimeMs: 60_000 })
    const body = JSON.stringify({ model: 'aurora-2', prompt: 'a secret garden', ...small })
    const headers = { authorization: 'Bearer demo-key', 'idempotency-key': 'job-1' }
    const answer: unknown = await (await demo.post(body, { headers })).json()
    await fetch(JSON.stringify(answer).match(/http[^"]+/)?.[0] ?? '')
    const [posted, fetched] = demo.journal()
    expect(posted).toMatchObject({
      method: 'POST',
      path: '/api/v1/images/generations',
      status: 200,
      idempotencyKey: 'job-1',
      model: 'aurora-2',
      bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(fetched).toMatchObject({ method: 'GET', status: 200, taskId: posted?.taskId })
    expect(JSON.stringify(demo.journal())).not.toMatch(/garden|demo-key|signature/)
  })
})
