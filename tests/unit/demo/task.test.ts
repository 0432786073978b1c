import { describe, expect, test } from 'vitest'
import { itemStatus, type Task, taskProgress, taskStatus } from '../../../electron/demo/task'

const task: Task = {
  id: 'task_1',
  number: 1,
  model: 'aurora-2',
  prompt: 'Paper crane',
  width: 256,
  height: 256,
  n: 4,
  createdAt: 0,
  startsAt: 1000,
  endsAt: 5000,
  fails: false,
  refusedImages: [1],
}
const items = (now: number, drawn = true, of = task) =>
  Array.from({ length: of.n }, (_, index) => itemStatus(of, index, now, drawn))

describe('the state of a task', () => {
  test('follows from the time alone', () => {
    expect(items(999)).toEqual(['pending', 'pending', 'pending', 'pending'])
    expect(items(2000)).toEqual(['completed', 'processing', 'processing', 'processing'])
    expect(items(3000)).toEqual(['completed', 'failed', 'processing', 'processing'])
    expect(items(5000)).toEqual(['completed', 'failed', 'completed', 'completed'])
    expect([999, 2000, 5000].map((now) => taskStatus(items(now)))).toEqual([
      'pending',
      'processing',
      'completed',
    ])
  })

  test('waits for the drawing', () => {
    expect(taskStatus(items(9000, false))).toBe('processing')
    expect(taskProgress(task, 'processing', 9000)).toBe(99)
  })

  test('is failed when nothing was drawn', () => {
    const failing = { ...task, fails: true }
    expect(taskStatus(items(4999, true, failing))).toBe('processing')
    expect(taskStatus(items(5000, true, failing))).toBe('failed')
    expect(taskStatus(items(5000, true, { ...task, refusedImages: [0, 1, 2, 3] }))).toBe('failed')
  })
})
