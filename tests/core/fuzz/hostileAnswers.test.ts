import { describe, expect, test } from 'vitest'
import { assertVerdict } from '../../support/fuzz/expectations'
import { hostileAnswers } from '../../support/fuzz/hostileAnswers'
import { polled, submitted } from '../../unit/service/answers'

describe('a hostile answer', () => {
  test.each(Object.entries(hostileAnswers))('with %s means something', async (_, make) => {
    const text = make(0.1)
    for (const status of [200, 400, 429]) {
      assertVerdict(await submitted(text, { status }), '/spool')
      assertVerdict(await polled(text, { status }), '/spool')
    }
  })

  test('with JSON in strings is read eight deep and no deeper', async () => {
    const nested = (deep: number) => {
      let inner = JSON.stringify({ task_id: 'task-00-1', status: 'pending' })
      for (let at = 1; at < deep; at++) inner = JSON.stringify({ data: inner })
      return { data: inner }
    }
    // Records are looked at eight deep, too.
    expect(await submitted(nested(6))).toMatchObject({ kind: 'accepted', reading: { taskId: 'task-00-1' } })
    expect((await submitted(nested(12))).kind).toBe('uncertain')
  })

  test('with names of prototypes changes none, and is read by its own fields', async () => {
    const text =
      '{"__proto__":{"task_id":"task-00-2"},"data":{"__proto__":"{\\"polluted\\":1}","task_id":"task-00-1"}}'
    expect(await submitted(text)).toMatchObject({ kind: 'accepted', reading: { taskId: 'task-00-1' } })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect({}).not.toHaveProperty('task_id')
  })

  test('with too many members is read by its first ones', async () => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))
    expect(await submitted({ task_id: 'task-00-1', ...fields })).toMatchObject({
      kind: 'accepted',
      reading: { taskId: 'task-00-1' },
    })
    const images = Array.from({ length: 20_000 }, (_, at) => ({ url: `https://x.test/${at}.png` }))
    const read = await submitted({ data: images })
    expect(read.kind === 'accepted' ? read.reading.items.length : 0).toBe(1000)
  })
})
