import type { TemplateDraft } from '@shared/model/draft'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { temporaryFolder } from '../support/temporaryFolder'
import { answeredCore } from './answeredCore'
import type { Received } from './service/serviceHarness'

const references = ['https://images.example/a.png?v=1', 'http://images.example/%E2%9C%93.png']
const everything: TemplateDraft = {
  prompt: 'a fern',
  model: 'painter-1',
  size: '64x48',
  n: 1,
  mode: 'background',
  image: references,
  variables: {},
}

/** Everything the form can hold is queued unless specified otherwise. */
async function connected(options: { readonly fullBackground?: boolean } = {}) {
  const { call, id, posts } = await answeredCore(temporaryFolder(), options)
  const enqueue = (draft: Partial<TemplateDraft>) =>
    call('jobs.enqueue', { connectionId: id, draft: { ...everything, ...draft }, first: false })

  return {
    call,
    posts,
    enqueue,
    /** Queues a draft and resolves with every request sent for it. */
    async sent(draft: Partial<TemplateDraft>): Promise<readonly Received[]> {
      const before = posts().length
      const { jobs } = await enqueue(draft)
      await eventually(() => posts().length === before + jobs, { what: `${jobs} requests on the wire` })
      return posts().slice(before)
    },
  }
}

const bodies = (sent: readonly Received[]): readonly string[] => sent.map(({ body }) => body)

describe('what jobs.enqueue puts on the wire', () => {
  test('in Background is model, prompt and async alone, whatever the form holds, one request per image', async () => {
    const { sent } = await connected()
    const body = '{"model":"painter-1","prompt":"a fern","async":true}'
    expect(bodies(await sent({}))).toEqual([body])
    expect(bodies(await sent({ n: 4 }))).toEqual([body, body, body, body])
  })

  test('of a prompt that expands to several is one request per prompt, and nothing of how it was made', async () => {
    const { sent } = await connected()
    const template = { prompt: 'a {red|blue} {{thing}}', variables: { thing: 'fern\nmoss' } }
    const prompts = ['a red fern', 'a red moss', 'a blue fern', 'a blue moss']
    // Several are in flight at once.
    const bodiesOf = async (draft: Partial<TemplateDraft>) => bodies(await sent(draft)).toSorted()
    expect(await bodiesOf(template)).toEqual(
      prompts.map((prompt) => `{"model":"painter-1","prompt":"${prompt}","async":true}`).toSorted(),
    )
    expect(await bodiesOf({ ...template, mode: 'direct', size: '', image: [], n: 2 })).toEqual(
      prompts.map((prompt) => `{"model":"painter-1","prompt":"${prompt}","n":2}`).toSorted(),
    )
  })

  test('in Background is everything if the connection allows it, in one request', async () => {
    const { sent } = await connected({ fullBackground: true })
    expect(bodies(await sent({ n: 4 }))).toEqual([
      `{"model":"painter-1","prompt":"a fern","size":"64x48","n":4,"image":${JSON.stringify(references)},"async":true}`,
    ])
    expect(bodies(await sent({ size: '', image: [] }))).toEqual([
      '{"model":"painter-1","prompt":"a fern","n":1,"async":true}',
    ])
  })

  test('in Direct is model, prompt and n, size and references if there are any, and never async', async () => {
    const { sent } = await connected()
    const direct = { mode: 'direct' } as const
    expect(bodies(await sent({ ...direct, size: '', image: [] }))).toEqual([
      '{"model":"painter-1","prompt":"a fern","n":1}',
    ])
    expect(bodies(await sent({ ...direct, n: 4, image: [] }))).toEqual([
      '{"model":"painter-1","prompt":"a fern","size":"64x48","n":4}',
    ])
    expect(bodies(await sent({ ...direct, n: 4 }))).toEqual([
      `{"model":"painter-1","prompt":"a fern","size":"64x48","n":4,"image":${JSON.stringify(references)}}`,
    ])
  })

  test('is declared as JSON, under the connection’s key', async () => {
    const { sent } = await connected()
    for (const mode of ['background', 'direct'] as const) {
      const [request] = await sent({ mode })
      expect(request).toMatchObject({
        url: '/api/v1/images/generations',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-1' },
      })
    }
  })

  test.each([
    ['right to left', 'منارة عند الفجر \u2066x\u2069'],
    ['CJK, one outside the basic plane', '灯台と夜明け 𠮷'],
    ['emoji of several parts', '👩‍👩‍👧 🏳️‍🌈 é e\u0301'],
    ['every control character', Array.from({ length: 33 }, (_, code) => String.fromCharCode(code)).join('')],
    ['separators, marks and blanks at its ends', '\ufeff \u2028\u2029\u007f\u0085 fern \n'],
  ])('has %s exactly as it was typed, and keeps it so', async (_, prompt) => {
    const { call, sent } = await connected()
    for (const mode of ['background', 'direct'] as const) {
      const [request] = await sent({ mode, prompt })
      expect(JSON.parse(request?.body ?? '')).toMatchObject({ prompt })
    }
    const images = await eventually(async () => {
      const { rows } = await call('gallery.page', { text: '', offset: 0, limit: 10 })
      return rows.length === 2 ? rows : null
    })
    for (const { id, prompt: shown } of images) {
      expect(shown).toBe(prompt.replace('\0', '␀'))
      const { asked } = await call('images.details', { id })
      expect(asked.prompt).toBe(prompt)
    }
  })

  test.each<readonly [string, Partial<TemplateDraft>, string, number]>([
    ['prompt', { prompt: 'a 🌿 in \ud83c rain' }, 'prompt', 8],
    ['model', { model: 'painter\udf3f' }, 'model', 8],
    ['reference', { image: ['https://images.example/\ud83c.png'] }, 'image.0', 24],
  ])('is nothing when the %s has half a character, whose place is named', async (_, draft, field, at) => {
    const { enqueue, posts, call } = await connected()
    await expect(enqueue({ mode: 'direct', ...draft })).rejects.toMatchObject({
      error: { code: 'inputInvalid', params: { code: 'characterBroken', field, at } },
    })
    expect((await call('queue.overview', { limit: 1 })).counts).toMatchObject({ waiting: 0, running: 0 })
    expect(posts()).toEqual([])
  })
})
