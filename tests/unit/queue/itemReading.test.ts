import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { readItems } from '../../../electron/core/queue/rows/itemReading'
import { newItem, type StoredItem } from '../../../electron/core/queue/rows/itemStore'
import type { ItemReading, TaskReading } from '../../../electron/core/service/reading'

function item(index: number, changes: Partial<StoredItem> = {}): StoredItem {
  return { ...newItem('job', index), ...changes }
}

function said(index: number, changes: Partial<ItemReading> = {}): ItemReading {
  return { index, phase: 'running', source: null, revisedPrompt: null, error: null, ...changes }
}

const image = (index: number): ItemReading =>
  said(index, { phase: 'done', source: { kind: 'url', url: `https://files.test/${index}` } })

function reading(
  phase: TaskReading['phase'],
  items: readonly ItemReading[],
  changes: Partial<TaskReading> = {},
) {
  return { taskId: 'task', phase, status: null, progress: null, items, error: null, ...changes }
}

const statesOf = (items: readonly StoredItem[]) => items.map(({ index, state }) => [index, state])

describe('what a reading means for the items', () => {
  test('an image that came is ready at once, while its siblings still run', () => {
    const read = readItems('job', [item(0), item(1)], reading('running', [said(0), image(1)]))
    expect(statesOf(read.changed)).toEqual([[1, 'ready']])
    expect(read.ended).toBe(false)
  })

  test('nothing new changes nothing', () => {
    const items = [
      item(0),
      item(1, { state: 'ready', url: 'https://files.test/1?signed=a' }),
      item(2, { state: 'saved' }),
    ]
    const read = readItems('job', items, reading('running', [said(0), image(1), image(2)]))
    expect(read.changed).toEqual([])
  })

  test('one of four that was refused keeps the service’s words', () => {
    const error = appError('moderated', { detail: { words: 'unsafe' } })
    const four = [0, 1, 2, 3].map((index) => item(index))
    const answer = [image(0), said(1, { phase: 'failed', error }), image(2), image(3)]
    const read = readItems('job', four, reading('done', answer))
    expect(statesOf(read.changed)).toEqual([
      [0, 'ready'],
      [1, 'failed'],
      [2, 'ready'],
      [3, 'ready'],
    ])
    expect(read.changed[1]?.error).toEqual(error)
    expect(read.ended).toBe(true)
  })

  test('fewer images than asked for: the others are missing', () => {
    const read = readItems('job', [item(0), item(1)], reading('done', [image(0)]))
    expect(read.changed[1]).toMatchObject({ state: 'failed', error: { code: 'itemMissing' } })
  })

  test('more images than asked for are kept', () => {
    const read = readItems('job', [item(0)], reading('done', [image(0), image(1)]))
    expect(statesOf(read.changed)).toEqual([
      [0, 'ready'],
      [1, 'ready'],
    ])
  })

  test('a task that is done while an item of it still runs has not ended', () => {
    const read = readItems('job', [item(0), item(1)], reading('done', [image(0), said(1)]))
    expect(read).toMatchObject({ ended: false, imageless: true })
    expect(statesOf(read.changed)).toEqual([[0, 'ready']])
  })

  test('without a task, what is withheld is missing: nobody can be asked', () => {
    const read = readItems('job', [item(0), item(1)], reading('done', [image(0), said(1)], { taskId: null }))
    expect(read.ended).toBe(true)
    expect(statesOf(read.changed)).toEqual([
      [0, 'ready'],
      [1, 'failed'],
    ])
  })

  test('a task that failed fails what was pending, and nothing that came', () => {
    const error = appError('taskFailed', { detail: { words: 'out of memory' } })
    const items = [item(0, { state: 'saved' }), item(1, { state: 'ready', url: 'u' }), item(2)]
    const read = readItems('job', items, reading('failed', [], { error }))
    expect(statesOf(read.changed)).toEqual([[2, 'failed']])
    expect(read.changed[0]?.error).toEqual(error)
  })

  test('an image whose URL expired, and for which there is no fresh one, keeps its URL', () => {
    const expired = appError('imageExpired')
    const waiting = item(0, { url: 'https://files.test/old', error: expired, refreshed: true })
    const read = readItems('job', [waiting], reading('failed', []))
    expect(read.changed[0]).toMatchObject({ state: 'expired', url: 'https://files.test/old', error: expired })
  })

  test('bytes that came in the answer are a file', () => {
    const spooled = said(0, { phase: 'done', source: { kind: 'file', path: '/spool/a' } })
    const read = readItems('job', [item(0)], reading('done', [spooled], { taskId: null }))
    expect(read.changed[0]).toMatchObject({ state: 'ready', url: null, spoolFile: '/spool/a' })
  })
})
