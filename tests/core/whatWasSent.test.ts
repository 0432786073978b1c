import { connectionDefaults } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import { type CopyForm, copyFormSchema, shownCharacters } from '@shared/model/exchange'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually'
import { runCurl } from '../support/printingCurl'
import { startCore } from '../support/runningCore'
import { temporaryFolder } from '../support/temporaryFolder'
import { picture } from './hostile/hostileService'
import { httpService, type Received } from './service/serviceHarness'

const key = 'sk-live-what/was+sent='

/** What the service answers to a paid request, as text. */
type Answer = (post: Received) => string

/** A core with a connection to a service, and what is copied. */
async function connected(answer: Answer) {
  const service = await httpService((_, response, received) => {
    if (received.method === 'GET') response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r-1' })
        .end(answer(received))
  })
  const copies: string[] = []
  const { call } = await startCore(temporaryFolder(), {
    prepare(ports) {
      ports.clipboard.writeText = (text) => void copies.push(text)
    },
  })
  const draft = { ...connectionDefaults, models: [], name: 'Studio', baseUrl: service.baseUrl }
  const { id: connectionId } = await call('connections.save', { id: null, draft, apiKey: key })

  return {
    call,
    baseUrl: service.baseUrl,
    /** Queues one request; resolves with what arrived, its job's id, and what is kept once its answer was read. */
    async sent(wanted: Pick<TemplateDraft, 'prompt' | 'mode'> & Partial<TemplateDraft>) {
      const before = service.received.length
      await call('jobs.enqueue', {
        connectionId,
        draft: { model: 'm', size: '', n: 1, image: [], variables: {}, ...wanted },
        first: false,
      })
      const post = await eventually(
        () => service.received.slice(before).find(({ method }) => method === 'POST') ?? null,
        { what: 'a request on the wire' },
      )
      const id = String(post.headers['idempotency-key'])
      const exchange = await eventually(
        async () => {
          const found = await call('jobs.exchange', { id, number: null })
          return found?.attempts[0]?.outcome == null ? null : found
        },
        { what: 'an answer that was read' },
      )
      return { post, id, exchange }
    },
    async copied(id: string, form: CopyForm) {
      await call('jobs.copyExchange', { id, number: null, form })
      return copies.at(-1) ?? ''
    },
  }
}

const taken: Answer = ({ body }) =>
  JSON.parse(body).async === true
    ? '{"task_id":12345678901234567890,"status":"pending","data":[{"url":null}]}'
    : `{"created":1,"data":[{"url":"https://files.test/a.png?signature=s","seed":9007199254740993}]}`

describe('what was sent', () => {
  test.each([
    ['background', `it's "so" \`id\` $(id) \\`],
    ['direct', 'one\ntwo\0three\u2028منارة 👩‍👩‍👧'],
  ] as const)('in %s is what arrived, byte for byte, shown and copied', async (mode, typed) => {
    const { sent, copied, baseUrl } = await connected(taken)
    const references = ['https://images.example/%E2%9C%93.png?a=1']
    const { post, id, exchange } = await sent({ prompt: typed, mode, image: references })
    const { request, answer } = exchange
    expect(request).toMatchObject({ method: 'POST', url: `${baseUrl}${post.url}`, isCut: false })
    expect(request.text).toBe(post.body)
    expect(request.bytes).toBe(Buffer.byteLength(post.body))
    expect(post.headers).toMatchObject({ ...request.headers, authorization: `Bearer ${key}` })
    expect(request.headers).toMatchObject({
      authorization: 'Bearer $CYANOTYPE_API_KEY',
      'content-type': 'application/json',
      'idempotency-key': id,
    })
    expect(answer).toMatchObject({ kind: 'kept', status: 200, complete: true, images: 0, text: taken(post) })
    expect(answer).toHaveProperty('headers.x-request-id', 'r-1')
    const marked = (role: string, value: string) => {
      const start = taken(post).indexOf(value)
      return { role, start, end: start + value.length }
    }
    expect(answer).toMatchObject(
      mode === 'background'
        ? {
            understood: [marked('taskId', '12345678901234567890'), marked('status', '"pending"')],
            meaning: {
              kind: 'task',
              taskId: '12345678901234567890',
              askAt: `${baseUrl}/api/v1/images/tasks/12345678901234567890`,
              images: 0,
            },
          }
        : {
            understood: [marked('image', '"https://files.test/a.png?signature=s"')],
            meaning: { kind: 'images', images: 1 },
          },
    )

    const json = await copied(id, 'json')
    expect(json).toContain(`"body": ${post.body}\n`)
    expect(json).toContain(`"body": ${taken(post)}\n`)
    expect(JSON.parse(json)).toMatchObject({
      request: { method: 'POST', url: request.url, headers: request.headers, body: JSON.parse(post.body) },
      answer: { status: 200, body: JSON.parse(taken(post)) },
    })
    expect(JSON.parse(json)).not.toHaveProperty('taskAnswer')
    const told = runCurl(await copied(id, 'bash'), key)
    expect(told).toMatchObject({ url: request.url, body: post.body })
    expect(post.headers).toMatchObject(told.headers)
  })

  test.each([
    ['/v2/work/t-1', '/v2/work/t-1'],
    ['https://elsewhere.test/work/t-1', '/api/v1/images/tasks/t-1'],
  ])(
    'tells where the task is asked for whose answer names %s: never where the key may not go',
    async (named, at) => {
      const { sent, baseUrl } = await connected(() => JSON.stringify({ task_id: 't-1', poll_url: named }))
      const { exchange } = await sent({ prompt: 'a fern', mode: 'background' })
      expect(exchange.answer).toMatchObject({ meaning: { kind: 'task', askAt: `${baseUrl}${at}` } })
    },
  )

  test('shows nothing of a key that the service repeats, in any copy either', async () => {
    const { sent, copied } = await connected(({ headers, body }) => {
      const echo = Buffer.from(headers.authorization ?? '').toString('base64')
      return JSON.stringify({
        ...JSON.parse(taken({ body } as Received)),
        echo: [headers.authorization, echo],
      })
    })
    const { id, exchange } = await sent({ prompt: 'a fern', mode: 'direct' })
    const copies: string[] = []
    for (const form of copyFormSchema.options) copies.push(await copied(id, form))
    const everything = [JSON.stringify(exchange), ...copies].join()
    expect(everything).not.toContain(key)
    expect(everything).not.toContain(Buffer.from(`Bearer ${key}`).toString('base64').slice(12, -4))
    expect(exchange.answer).toMatchObject({ kind: 'kept', text: expect.stringContaining('[key]') })
  })

  test('shows the beginning of a large answer, and copies all of it', async () => {
    const page = `<!doctype html><p>${'many words '.repeat(100_000)}`
    const { sent, copied } = await connected(() => page)
    const { id, exchange } = await sent({ prompt: 'a fern', mode: 'direct' })
    expect(exchange.attempts).toMatchObject([{ number: 1, outcome: 'uncertain' }])
    expect(exchange.answer).toMatchObject({
      kind: 'kept',
      text: page.slice(0, shownCharacters),
      bytes: page.length,
      isCut: true,
    })
    expect(JSON.parse(await copied(id, 'json')).answer.body).toBe(page)
  })

  test('counts the images that came in an answer, and has a mark for each', async () => {
    const image = Buffer.alloc(60_000, 'pixels').toString('base64')
    const { sent } = await connected(() => JSON.stringify({ created: 1, data: [{ b64_json: image }] }))
    const { exchange } = await sent({ prompt: 'a fern', mode: 'direct' })
    expect(exchange.answer).toMatchObject({
      kind: 'kept',
      images: 1,
      text: expect.stringMatching(/^\{"created":1,"data":\[\{"b64_json":"lifted\/[\w-]+"\}\]\}$/),
    })
  })

  test('is nothing for an image whose job is unknown', async () => {
    const { call } = await connected(taken)
    expect(await call('jobs.exchange', { id: 'gone', number: null })).toBeNull()
    await expect(call('jobs.copyExchange', { id: 'gone', number: null, form: 'json' })).rejects.toMatchObject(
      {
        error: { code: 'rowMissing' },
      },
    )
  })
})
