import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { endItems, readItems } from '../../../electron/core/queue/rows/itemReading'
import { newItem, type StoredItem } from '../../../electron/core/queue/rows/itemStore'
import type { ItemReading, TaskReading } from '../../../electron/core/service/answers/reading'
import { taskReading } from '../../support/scriptedClient'

function item(index: number, changes: Partial<StoredItem> = {}): StoredItem {
  return { ...newItem('job', index), ...changes }
}

/** An entry of an answer without an image. */
function pending(changes: Partial<ItemReading> = {}): Omit<ItemReading, 'index'> {
  return { entry: null, phase: 'running', source: null, revisedPrompt: null, error: null, ...changes }
}

/** An entry with an image. */
function image(name: string, changes: Partial<ItemReading> = {}): Omit<ItemReading, 'index'> {
  return pending({ phase: 'done', source: { kind: 'url', url: `https://files.test/${name}` }, ...changes })
}

const refused = (changes: Partial<ItemReading> = {}) =>
  pending({ phase: 'failed', error: appError('moderated', { detail: { words: 'unsafe' } }), ...changes })

function reading(...entries: readonly Omit<ItemReading, 'index'>[]): TaskReading {
  const items = entries.map((entry, index) => ({ ...entry, index }))
  return taskReading('running', { items })
}

const saved = (index: number, name: string, changes: Partial<StoredItem> = {}) =>
  item(index, { state: 'saved', url: `https://files.test/${name}`, imageId: `image-${index}`, ...changes })

const running = { hasEnded: false }
const ended = { hasEnded: true }

const statesOf = (items: readonly StoredItem[]) => items.map(({ index, state }) => [index, state])
const changesOf = (items: readonly StoredItem[], ...entries: readonly Omit<ItemReading, 'index'>[]) =>
  readItems('job', items, reading(...entries), running).changed

/** The items of a job that asked for `asked` images, after one answer after another. */
function afterAnswers(asked: number, ...answers: readonly (readonly Omit<ItemReading, 'index'>[])[]) {
  let items: readonly StoredItem[] = Array.from({ length: asked }, (_, index) => item(index))
  for (const entries of answers) items = readItems('job', items, reading(...entries), running).all
  return items
}

describe('the effect of a reading on the items', () => {
  test('an image that arrived is ready at once, while its siblings still run', () => {
    expect(statesOf(changesOf([item(0), item(1)], pending(), image('1')))).toEqual([[1, 'ready']])
  })

  test('nothing new changes nothing', () => {
    const items = [
      item(0),
      item(1, { state: 'ready', url: 'https://files.test/1?sign=a' }),
      saved(2, '2?sign=a'),
    ]
    expect(changesOf(items, pending(), image('1?sign=b'), image('2'))).toEqual([])
  })

  test('one of four that was refused keeps the service’s message', () => {
    const four = [0, 1, 2, 3].map((index) => item(index))
    const changed = changesOf(four, image('0'), refused(), image('2'), image('3'))
    expect(statesOf(changed)).toEqual([
      [0, 'ready'],
      [1, 'failed'],
      [2, 'ready'],
      [3, 'ready'],
    ])
    expect(changed[1]?.error).toEqual(refused().error)
  })

  test('bytes that came in the answer are stored as a file', () => {
    const spooled = pending({ phase: 'done', source: { kind: 'file', path: '/spool/a' } })
    expect(changesOf([item(0)], spooled)[0]).toMatchObject({
      state: 'ready',
      url: null,
      spoolFile: '/spool/a',
    })
  })
})

describe('every entry is an item', () => {
  test('as soon as it is named, requested or not, with an image or without', () => {
    expect(statesOf(afterAnswers(1, [image('0'), pending(), pending(), pending()]))).toEqual([
      [0, 'ready'],
      [1, 'pending'],
      [2, 'pending'],
      [3, 'pending'],
    ])
  })

  test('also one that comes later', () => {
    expect(statesOf(afterAnswers(1, [image('0')], [image('0'), image('1')]))).toEqual([
      [0, 'ready'],
      [1, 'ready'],
    ])
  })

  test('once, however its address is signed and wherever it is listed', () => {
    const items = afterAnswers(
      1,
      [image('a.png?sig=1'), image('b.png?sig=1')],
      [image('b.png?sig=2'), image('a.png?sig=2')],
    )
    expect(items.map(({ url }) => url)).toEqual([
      'https://files.test/a.png?sig=1',
      'https://files.test/b.png?sig=1',
    ])
  })

  test('once, when an answer names it twice', () => {
    expect(afterAnswers(1, [image('a'), image('a')])).toHaveLength(1)
  })

  test('by the service’s own id', () => {
    const items = afterAnswers(
      1,
      [image('x', { entry: 'one' }), pending({ entry: 'two' })],
      [image('y', { entry: 'two' }), pending({ entry: 'one' })],
    )
    expect(items.map(({ entry, url }) => [entry, url])).toEqual([
      ['one', 'https://files.test/x'],
      ['two', 'https://files.test/y'],
    ])
  })

  test('except for an id beside another address: every entry may have it, so the bytes decide', () => {
    const changed = changesOf([saved(0, 'x.png', { entry: 'batch' })], image('y.png', { entry: 'batch' }))
    expect(changed).toMatchObject([{ index: 1, state: 'ready', again: true }])
  })

  test('by its address if each answer has new ids', () => {
    expect(afterAnswers(1, [image('a', { entry: '1' })], [image('a', { entry: '2' })])).toHaveLength(1)
    expect(
      afterAnswers(2, [pending({ entry: '1' })], [pending({ entry: '2' }), pending({ entry: '3' })]),
    ).toHaveLength(2)
  })

  test('by all of its query except the signature', () => {
    const items = afterAnswers(
      2,
      [image('get.png?id=1&sig=a')],
      [image('get.png?id=2&sig=b'), image('get.png?id=1&sig=b')],
    )
    expect(items.map(({ url }) => url?.slice(-10))).toEqual(['id=1&sig=a', 'id=2&sig=b'])
    expect(afterAnswers(1, [image('get?token=1')], [image('get?token=2')])).toHaveLength(2)
  })

  test('so an image is never lost to another in its place', () => {
    const items = [saved(0, 'first')]
    expect(statesOf(changesOf(items, image('second')))).toEqual([[1, 'ready']])
  })

  test('in the order of the list', () => {
    const items = afterAnswers(4, [pending(), image('b'), pending(), pending()], [image('a'), image('b')])
    expect(items.map(({ url }) => url)).toEqual(['https://files.test/a', 'https://files.test/b', null, null])
  })
})

describe('an entry without a name of its own', () => {
  test('that failed stays the one that failed', () => {
    const items = afterAnswers(3, [pending(), refused(), pending()], [refused(), image('a'), image('b')])
    expect(statesOf(items)).toEqual([
      [0, 'ready'],
      [1, 'failed'],
      [2, 'ready'],
    ])
  })

  test('that failed and has an image after all is ready', () => {
    expect(statesOf(afterAnswers(1, [refused()], [image('a')]))).toEqual([[0, 'ready']])
  })

  test('may be an image that was named before: its bytes decide, and those of the missing one', () => {
    const items = [saved(0, 'old'), item(1, { state: 'ready', url: 'https://files.test/other' })]
    expect(changesOf(items, image('fresh')).map(({ index, again }) => [index, again])).toEqual([
      [1, true],
      [2, true],
    ])
    expect(changesOf([saved(0, 'old')], image('old'), image('new'))[0]).toMatchObject({ again: false })
  })

  test('passes its place on to the fresh address that was requested', () => {
    const gone = item(0, { url: 'https://files.test/gone', error: appError('imageExpired'), refreshed: true })
    expect(changesOf([gone], image('fresh'))).toMatchObject([
      { index: 0, state: 'ready', url: 'https://files.test/fresh' },
    ])
  })
})

test('after its end, a task names nothing new if it names no more images than are known', () => {
  const items = [saved(0, 'a.png', { entry: 'a' }), item(1, { state: 'failed', again: true })]
  const answer = reading(image('c.png', { entry: 'c' }), refused({ entry: 'd' }))
  expect(statesOf(readItems('job', items, answer, ended).all)).toEqual([
    [0, 'saved'],
    [1, 'failed'],
  ])
})

test('after its end, what a task names that may be known asks for no fresh address', () => {
  const items = [saved(0, 'a.png', { entry: 'a' })]
  const answer = reading(image('c.png', { entry: 'c' }), image('d.png', { entry: 'd' }))
  const added = (given: typeof ended) => readItems('job', items, answer, given).all.slice(1)
  expect(added(running)).toMatchObject([
    { state: 'ready', refreshed: false },
    { state: 'ready', refreshed: false },
  ])
  expect(added(ended)).toMatchObject([
    { state: 'ready', refreshed: true },
    { state: 'ready', refreshed: true },
  ])
})

describe('an entry with an id of its own', () => {
  test('never takes the place of another whose address is being refreshed', () => {
    const gone = item(0, { entry: 'a', url: 'https://files.test/a1.png', refreshed: true })
    const changed = changesOf([gone], image('b1.png', { entry: 'b' }))
    expect(changed.find(({ index }) => index === 1)).toMatchObject({ entry: 'b', state: 'ready' })
    expect(changed.find(({ index }) => index === 0)?.url ?? gone.url).toBe('https://files.test/a1.png')
  })

  test('gets its fresh address, wherever that is now', () => {
    const gone = item(0, { entry: 'a', url: 'https://files.test/a1.png', refreshed: true })
    expect(changesOf([gone], image('a2.png', { entry: 'a' }))).toMatchObject([
      { index: 0, state: 'ready', url: 'https://files.test/a2.png' },
    ])
  })
})

describe('the end of a task', () => {
  test('fails what is pending, and nothing that arrived', () => {
    const error = appError('taskFailed', { detail: { words: 'out of memory' } })
    const closed = endItems([saved(0, 'a'), item(1, { state: 'ready', url: 'u' }), item(2)], error)
    expect(statesOf(closed)).toEqual([[2, 'failed']])
    expect(closed[0]?.error).toEqual(error)
  })

  test('leaves an image its URL if that expired and there is no fresh one', () => {
    const expired = appError('imageExpired')
    const refused = { url: 'https://files.test/old', error: expired, refreshed: true }
    const waiting = item(0, { ...refused, downloadTries: 12 })
    expect(endItems([waiting], appError('taskFailed'))[0]).toMatchObject({
      state: 'expired',
      url: 'https://files.test/old',
      error: expired,
    })
    // Its host may only be late.
    expect(endItems([item(0, { ...refused, downloadTries: 1 })], appError('taskFailed'))).toMatchObject([
      { state: 'ready' },
    ])
  })

  test('treats a possible address of a known image as just that, unless more are named than are known', () => {
    const known = [saved(0, 'image?token=a'), saved(1, 'image?token=b')]
    const changes = (...entries: readonly Omit<ItemReading, 'index'>[]) =>
      statesOf(readItems('job', known, reading(...entries), ended).changed)
    expect(changes(image('image?token=c'), image('image?token=d'))).toEqual([])
    expect(changes(image('image?token=c'), image('image?token=d'), image('image?token=e'))).toEqual([
      [2, 'ready'],
      [3, 'ready'],
      [4, 'ready'],
    ])
  })
})
