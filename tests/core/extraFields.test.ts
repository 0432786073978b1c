import type { ConnectionDraft } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import type { ExtraField } from '@shared/model/extraFields'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { temporaryFolder } from '../support/temporaryFolder'
import { answeredCore, failsOnce } from './answeredCore'
import { tableHand } from './tables/tablesHarness'

const field = (name: string, value: string): ExtraField => ({ name, value })
const fern = { prompt: 'a fern', model: 'painter-1', size: '', n: 1, mode: 'background', image: [] } as const
const none: ConnectionDraft['extra'] = { background: [], direct: [] }
const of: ConnectionDraft['extra'] = {
  background: [field('quality', 'low'), field('style', 'ink')],
  direct: [field('quality', 'high')],
}

async function connected(extra = none) {
  const core = await answeredCore(temporaryFolder(), { extra })
  const { call, id, posts } = core
  const bodies = () => posts().map(({ body }) => body)
  return {
    ...core,
    bodies,
    enqueue: (draft: Partial<TemplateDraft>) =>
      call('jobs.enqueue', { connectionId: id, draft: { ...fern, image: [], ...draft }, first: false }),
    /** Resolves with all bodies once there are this many. */
    sent: (count: number) =>
      eventually(() => (bodies().length === count ? bodies() : null), { what: `${count} requests` }),
    async save(extra: ConnectionDraft['extra']) {
      const [connection] = (await call('app.snapshot', null)).connections
      if (connection === undefined) throw new Error('the connection is gone')
      await call('connections.save', { id, draft: { ...connection, extra }, apiKey: null })
    },
    async waiting(batchId: string) {
      return (await call('queue.waiting', { batchId, offset: 0, limit: 10 })).rows
    },
  }
}

describe('extra fields on the wire', () => {
  test('are not there unless someone added one, so that the body is the documented one', async () => {
    const { enqueue, sent } = await connected()
    await enqueue({})
    await sent(1)
    await enqueue({ mode: 'direct', extra: [field('', '')] })
    expect(await sent(2)).toEqual([
      '{"model":"painter-1","prompt":"a fern","async":true}',
      '{"model":"painter-1","prompt":"a fern","n":1}',
    ])
  })

  test('are those of the connection for the mode, then the request’s own, which win', async () => {
    const { enqueue, sent } = await connected(of)
    await enqueue({ extra: [field('seed', '9007199254740993'), field('quality', ' 1.50 ')] })
    await sent(1)
    await enqueue({
      mode: 'direct',
      extra: [field('negative_prompt', '"blurry", 1e'), field('__proto__', '{"a": [0.10]}')],
    })
    expect(await sent(2)).toEqual([
      '{"model":"painter-1","prompt":"a fern","async":true,"quality":1.50,"style":"ink","seed":9007199254740993}',
      String.raw`{"model":"painter-1","prompt":"a fern","n":1,"quality":"high","negative_prompt":"\"blurry\", 1e","__proto__":{"a": [0.10]}}`,
    ])
  })

  test('of each of many requests of one press are the same, however they are written', async () => {
    const { call, enqueue, waiting } = await connected(of)
    await call('queue.pause', null)
    const note = 'x'.repeat(16_000)
    const { batchId, jobs } = await enqueue({ n: 20, extra: [field('note', note)] })
    expect(jobs).toBe(20)
    const rows = await waiting(batchId)
    expect(rows).toHaveLength(10)
    for (const { request } of rows)
      expect(request).toMatchObject({ extra: [field('note', note)], connectionExtra: of.background })
  })

  test('of what is queued stay as they were when the connection gets others', async () => {
    const { call, enqueue, save, sent } = await connected(of)
    await call('queue.pause', null)
    await enqueue({ extra: [field('seed', '1')] })
    await save({ ...none, background: [field('quality', 'best')] })
    await enqueue({ prompt: 'a wren' })
    await call('queue.resume', null)
    expect((await sent(2)).toSorted()).toEqual([
      '{"model":"painter-1","prompt":"a fern","async":true,"quality":"low","style":"ink","seed":1}',
      '{"model":"painter-1","prompt":"a wren","async":true,"quality":"best"}',
    ])
  })

  test('that a waiting request has of its own can be changed; those it got from its connection stay', async () => {
    const { call, enqueue, save, sent, waiting } = await connected(of)
    await call('queue.pause', null)
    const { batchId } = await enqueue({ extra: [field('quality', 'high')] })
    await save(none)
    const [job] = await waiting(batchId)
    await call('jobs.edit', { id: job?.id ?? '', draft: { ...fern, image: [], extra: [field('seed', '2')] } })
    await call('queue.resume', null)
    expect(await sent(1)).toEqual([
      '{"model":"painter-1","prompt":"a fern","async":true,"quality":"low","style":"ink","seed":2}',
    ])
  })

  test.each(['background', 'direct'] as const)('are sent again with a failed %s request', async (mode) => {
    const { call, enqueue, save, sent } = await connected(of)
    await enqueue({ prompt: failsOnce, mode, n: mode === 'direct' ? 2 : 1, extra: [field('seed', '1')] })
    const [failed] = await eventually(async () => {
      const { finished } = await call('queue.overview', { limit: 1 })
      return finished.length === 1 ? finished : null
    })
    await save(none)
    await call('jobs.act', { ids: [failed?.id ?? ''], action: 'retryAsNew' })
    const [first, second] = await sent(2)
    expect(first).toContain('"seed":1')
    expect(second).toBe(first)
  })

  test('are kept with the image, apart from each other', async () => {
    const { call, enqueue } = await connected(of)
    await enqueue({ extra: [field('seed', '41')] })
    const [image] = await eventually(async () => {
      const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 1 })
      return rows.length === 1 ? rows : null
    })
    const { asked } = await call('images.details', { id: image?.id ?? '' })
    expect(asked).toMatchObject({ extra: [field('seed', '41')], connectionExtra: of.background })
  })

  test.each([
    ['name', field('x'.repeat(10_000), '1'), 'extraNameTooLong'],
    ['name', field('stream', 'true'), 'extraStream'],
    ['name', field('prompt', 'x'), 'extraNameReserved'],
    ['value', field('a', '['.repeat(100) + ']'.repeat(100)), 'extraTooDeep'],
  ])('are refused for their %s, and nothing is queued', async (part, wrong, code) => {
    const { call, enqueue, save, bodies } = await connected()
    await expect(enqueue({ extra: [field('seed', '1'), wrong] })).rejects.toMatchObject({
      error: { code: 'inputInvalid', params: { code, field: `extra.1.${part}` } },
    })
    await expect(save({ ...none, direct: [wrong] })).rejects.toMatchObject({
      error: { code: 'inputInvalid', params: { code } },
    })
    expect((await call('queue.overview', { limit: 1 })).counts).toMatchObject({ waiting: 0, running: 0 })
    expect(bodies()).toEqual([])
  })

  test('that can’t be sent are kept in the form’s draft as they were typed', async () => {
    const { call, id } = await connected()
    const typed = [
      field('x'.repeat(10_000), '1'),
      field('', '{"a": 1,'),
      field('seed', '1'),
      field('seed', '2'),
    ]
    await call('drafts.write', { connectionId: id, draft: { ...fern, image: [], extra: typed } })
    expect(await call('drafts.read', { connectionId: id })).toMatchObject({ extra: typed })
  })
})

describe('a column of extra fields', () => {
  test('sends each row’s own, and an empty cell sends none', async () => {
    const { call, id, sent } = await connected({ ...of, direct: [] })
    const { paste, enqueue } = tableHand(call, id)
    await paste(
      'prompt\tmode\t+quality\t+seed\na wren\t\thigh\t12345678901234567890\na heron\t\t\t\na grebe\tdirect\tbest\t\n',
    )
    expect(await enqueue()).toMatchObject({ jobs: 3 })
    expect((await sent(3)).toSorted()).toEqual([
      '{"model":"aurora-2","prompt":"a grebe","n":1,"quality":"best"}',
      '{"model":"aurora-2","prompt":"a heron","async":true,"quality":"low","style":"ink"}',
      '{"model":"aurora-2","prompt":"a wren","async":true,"quality":"high","style":"ink","seed":12345678901234567890}',
    ])
  })

  test('counts in what a row is known by; what the connection adds never does', async () => {
    const { call, id, save } = await connected()
    await call('queue.pause', null)
    const { paste, enqueue, rows } = tableHand(call, id)
    await paste('prompt\t+quality\na wren\thigh\na heron\t\n')
    await enqueue()
    await save(of)
    expect((await paste('+quality\tprompt\nhigh\ta wren\n\ta heron\nlow\ta wren\n')).counts).toMatchObject({
      known: 2,
      toQueue: 1,
    })
    expect((await rows({ show: 'known' })).map(({ row }) => row)).toEqual([1, 2])
    // Also without the column.
    expect((await paste('prompt\tn\na heron\t\na wren\t\n')).counts).toMatchObject({ known: 1, toQueue: 1 })
  })
})
