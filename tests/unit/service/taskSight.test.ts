import { expect, test } from 'vitest'
import { sightOf } from '../../../electron/core/service/taskSight'
import { read } from './answers'

const url = 'https://x.test/1.png'

test.each([
  { task_id: 'task-1', status: 'running' },
  { id: 'task-1', status: 'queued' },
  { task_id: 'task-1', data: [{ url }] },
])('a path that tells of the task itself is surely the one: %j', async (body) => {
  expect(sightOf(await read(body), 'task-1')).toMatchObject({ kind: 'task', isSure: true })
})

test.each([
  { task_id: 'task-1', status: 'archived' },
  { task_id: 'task-1', status: 'completed' },
  { task_id: 'task-1' },
  { status: 'running' },
])('a path that may only echo what was asked for is compared with another: %j', async (body) => {
  expect(sightOf(await read(body), 'task-1')).toMatchObject({ kind: 'task', isSure: false })
})

test('a path that tells of another task is none', async () => {
  const body = { task_id: 'task-2', status: 'running' }
  expect(sightOf(await read(body), 'task-1')).toEqual({ kind: 'nothing' })
})
