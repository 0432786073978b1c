import { describe, expect, test } from 'vitest'
import { envelopesIn, fieldsOf, firstFound, recordsOf } from '../../../electron/core/service/answers/records'
import { searchImages } from '../../../electron/core/service/answers/search'
import { unfolded } from '../../../electron/core/service/answers/unfolded'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQIHWNgAAAAAgABz8g15QAAAABJRU5ErkJggg=='
const sent = 'https://x.test/reference.png'

const search = (body: unknown, most = 16) =>
  searchImages(body, { most, isLifted: (text) => text === 'lifted/1', isSent: (text) => text === sent })
const found = (body: unknown, most = 16) =>
  search(body, most).map(({ image }) => (image.kind === 'url' ? image.url : image.data))

describe('the search of a whole answer', () => {
  test('finds what no name tells, with its place, the likeliest first', () => {
    const body = {
      anything: { deep: [{ where: 'https://x.test/2' }, 'https://x.test/3.webp?sig=1'] },
      mystery: png,
      other: 'lifted/1',
    }
    expect(found(body)).toEqual([png, 'lifted/1', 'https://x.test/3.webp?sig=1', 'https://x.test/2'])
    expect(search({ anything: [{ deep: png }] })[0]?.path).toEqual(['anything', 0, 'deep'])
  })

  test.each([
    ['was sent', { mystery: sent }],
    ['stands under what was sent', { input: { mystery: png }, params: { x: 'https://x.test/1.png' } }],
    ['is of other calls', { status_url: 'https://x.test/1', links: { cancel: 'https://x.test/2.png' } }],
    [
      'is a page',
      { docs: 'https://x.test/1', dashboard: 'https://x.test/2', upload: 'https://x.test/3.png' },
    ],
    ['isn’t https', { mystery: 'http://x.test/1.png' }],
    ['has a password', { mystery: 'https://me:secret@x.test/1.png' }],
    ['isn’t an address alone', { mystery: 'see https://x.test/1.png' }],
    ['is no image', { mystery: 'QUJDREVGR0hJSktMTU5PUA==' }],
  ])('leaves out what %s', (_, body) => {
    expect(found(body)).toEqual([])
  })

  test('takes http on this computer, and each address once', () => {
    const url = 'http://127.0.0.1:9/1.png'
    expect(found({ a: url, b: [url, url] })).toEqual([url])
  })

  test('ends at what was asked for, and at sixteen', () => {
    const all = { list: Array.from({ length: 40 }, (_, at) => `https://x.test/${at}.png`) }
    expect(found(all, 2)).toHaveLength(2)
    expect(found(all, 100)).toHaveLength(16)
  })

  test('finds the images that a text shows, and no other address in it', () => {
    const text =
      'Drawing…\n\n![fern](https://x.test/1)\n![again](https://x.test/1)\n[Page](https://x.test/2.png)'
    expect(found({ choices: [{ message: { content: text } }] })).toEqual(['https://x.test/1'])
    expect(found({ mystery: '![page](http://x.test/1.png)' })).toEqual([])
    expect(found({ mystery: `![yours](${sent})` })).toEqual([])
    expect(found({ mystery: '![['.repeat(500_000) })).toEqual([])
  })

  test('looks no deeper than anything is', () => {
    let deep: unknown = png
    for (let at = 0; at < 20; at++) deep = { deep }
    expect(found(deep)).toEqual([png])
    for (let at = 0; at < 20; at++) deep = { deep }
    expect(found(deep)).toEqual([])
  })
})

describe('JSON in a string', () => {
  test('is read as a part of the answer', () => {
    expect(unfolded({ data: { resultJson: '{"urls":["a"]}' } })).toEqual({
      data: { resultJson: { urls: ['a'] } },
    })
    expect(unfolded('[{"a":"[1]"}]')).toEqual([{ a: [1] }])
  })

  test('stays text where it was sent, is cut, or is only a word', () => {
    for (const body of [{ param: '{"a":1}' }, { input: { text: '[1]' } }, { data: '{"a":' }, { data: '12' }])
      expect(unfolded(body)).toBe(body)
  })

  test('keeps ids beyond 2^53, digit by digit', () => {
    expect(unfolded({ data: '{"task_id":12345678901234567890}' })).toEqual({
      data: { task_id: '12345678901234567890' },
    })
  })

  test('has names of its own, whatever they are', () => {
    const read = unfolded({ data: '{"__proto__":"[1]"}' })
    expect(JSON.stringify(read)).toBe('{"data":{"__proto__":[1]}}')
  })

  test('changes nothing else: an answer without any is the same', () => {
    const body = { a: [1, { b: 'text' }], c: null }
    expect(unfolded(body)).toBe(body)
  })
})

describe('the records of an answer', () => {
  test('come outermost first, those of a list as such', () => {
    const body = { id: 'x', data: { result: { a: 1 }, list: [{ b: 1 }, { b: 2 }] }, input: { c: 1 } }
    expect(recordsOf(body).map(({ path, listed }) => [path.join('.'), listed])).toEqual([
      ['', false],
      ['data', false],
      ['data.result', false],
      ['data.list.0', true],
      ['data.list.1', true],
    ])
  })

  test('may stand under an unknown name if there is no other', () => {
    expect(envelopesIn({ anything: {} }, true)).toEqual(['anything'])
    expect(envelopesIn({ anything: {}, more: {} }, true)).toEqual([])
    expect(envelopesIn({ error: {} }, true)).toEqual([])
    expect(envelopesIn({ request: {} }, true)).toEqual([])
  })

  test('have each field once, the first that says something', () => {
    const fields = fieldsOf({ taskId: '', task_id: 't-1', 'Task-ID': 't-2' })
    expect(fields.get('task_id')).toEqual({ name: 'task_id', value: 't-1' })
  })

  test('that are an image’s own among several tell nothing of the task', () => {
    const told = (body: unknown) => firstFound(recordsOf(body), ({ record }) => record.status ?? null)
    expect(told({ data: [{ status: 'a' }, { status: 'b' }] })).toBeNull()
    expect(told({ data: [{ status: 'a' }] })).toBe('a')
  })
})
