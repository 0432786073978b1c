import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { direct, httpService, key, rawService, startClient, target, untouched } from './serviceHarness'

const bytes = Buffer.from(key)
const utf16 = Buffer.from(key, 'utf16le')

/** What must not appear in anything that left the client. */
const secrets = [
  key,
  encodeURIComponent(key),
  utf16.toString('latin1'),
  ...[0, 1, 2].flatMap((shift) =>
    [bytes, utf16].flatMap((form) => {
      const encoded = Buffer.concat([Buffer.alloc(shift), form]).toString('base64')
      const core = encoded.slice(shift === 0 ? 0 : 4, -4)
      return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
    }),
  ),
]

/** Everything an echoing service can do with the key. */
function echo(header: string) {
  return {
    plain: header,
    query: `https://h/?key=${encodeURIComponent(key)}`,
    base64: Buffer.from(header).toString('base64'),
    base64url: Buffer.from(`x${header}`).toString('base64url'),
    utf16: Buffer.from(header, 'utf16le').toString('latin1'),
    utf16base64: Buffer.from(header, 'utf16le').toString('base64'),
  }
}

function expectNoKey(text: string): void {
  const withoutZeros = text.replaceAll('\0', '').replaceAll(/\\+u0000/g, '')
  for (const form of [text, withoutZeros])
    expect(secrets.filter((secret) => form.includes(secret))).toEqual([])
}

test.each([200, 302, 400, 401, 429, 500])(
  'a service that echoes the key with status %i gets it redacted',
  async (status) => {
    const service = await httpService((_, response, { headers }) => {
      const echoed = echo(headers.authorization ?? '')
      const echoingHeaders = {
        'x-request-id': echoed.base64,
        location: `/${echoed.query}`,
        'retry-after': echoed.plain,
      }
      const message = Object.values(echoed).join(' and ')
      response
        .writeHead(status, echoingHeaders)
        .end(JSON.stringify({ error: { message, code: echoed.plain } }))
    })
    const { client, logger } = startClient()
    const to = target(service.baseUrl)
    const sent = await client.send(to, direct, { signal: untouched })
    const seen = [
      sent,
      await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' }),
      await client.poll(to, 't', { prompt: 'p', signal: untouched }),
      await client.test(to, { signal: untouched }),
      logger.lines,
    ]
    const text = JSON.stringify(seen)
    expect(text).toContain('[key]')
    for (const part of [text, JSON.stringify(seen.map((one) => JSON.stringify(one)))]) expectNoKey(part)
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${key}`)
  },
)

test('it is also redacted from what is spooled to files', async () => {
  const service = await httpService((_, response, { headers }) => {
    response.end(JSON.stringify({ ...echo(headers.authorization ?? ''), padding: 'so '.repeat(100_000) }))
  })
  const { client, folder } = startClient()
  await client.send(target(service.baseUrl), direct, { signal: untouched })
  const files = await readdir(folder)
  expect(files).toHaveLength(1)
  for (const file of files) {
    const content = await readFile(join(folder, file))
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) expectNoKey(content.toString(encoding))
    expect(content.toString()).toContain('[key]')
  }
})

test('an image in base64 that contains it is not kept', async () => {
  const noise = randomBytes(100_000)
  const service = await httpService((_, response, { headers }) => {
    const image = Buffer.concat([noise, Buffer.from(headers.authorization ?? ''), noise])
    const data = [{ b64_json: image.toString('base64') }, { b64_json: noise.toString('base64') }]
    response.end(JSON.stringify({ data }))
  })
  const { client, folder } = startClient()
  await client.send(target(service.baseUrl), direct, { signal: untouched })
  const files = await readdir(folder)
  expect(files).toHaveLength(1)
  expect((await readFile(join(folder, files[0] ?? ''))).equals(noise)).toBe(true)
})

test('the beginning of it that a cut leaves is also redacted', async () => {
  for (const form of [key, Buffer.from(`Bearer ${key}`).toString('base64')]) {
    for (const length of [form.length - 1, form.length - 5]) {
      const service = await rawService((socket) => {
        const body = `{"message":"${form.slice(0, length)}`
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${body}`)
      })
      const { client } = startClient()
      const sent = await client.send(target(service.baseUrl), direct, { signal: untouched })
      expect(sent).toMatchObject({ kind: 'answered', answer: { complete: false } })
      expect(JSON.stringify(sent)).toContain('[key]')
      expect(JSON.stringify(sent)).not.toContain(form.slice(form.length - 14, length))
    }
  }
})

test.each(['ollama', 'none', 'task', 'AAAA'])(
  'a key as short as %s is redacted from what is shown, and harms no address, id or image',
  async (short) => {
    const noise = Buffer.concat([Buffer.from(short, 'base64'), randomBytes(100_000)])
    const id = `${short}-17`
    const url = (name: string) => `http://${short}:11434/${short}/${name}.png?key=${short}`
    const message = `The key ${short} is not known.`
    const service = await httpService((request, response, { url: path }) => {
      const data = [
        { url: url('1'), revised_prompt: `a ${short} by the sea` },
        { b64_json: noise.toString('base64') },
      ]
      if (path.endsWith('/broken')) response.writeHead(400).end(JSON.stringify({ error: { message } }))
      else if (request.method === 'POST')
        response.end(JSON.stringify({ task_id: id, status: 'completed', data }))
      else response.end(JSON.stringify({ task_id: id, status: 'failed', data, error: message }))
    })
    const { client } = startClient()
    const to = target(service.baseUrl, { key: short })
    const sent = await client.send(to, direct, { signal: untouched })
    const verdict = await client.readSubmit(sent, { prompt: 'p', attemptId: 'a', key: short })
    if (verdict.kind !== 'accepted') throw new Error(verdict.kind)
    const { taskId, items } = verdict.reading
    expect(taskId).toBe(id)
    expect(items.map(({ revisedPrompt }) => revisedPrompt)).toEqual(['a [key] by the sea', null])
    expect(items[0]?.source).toEqual({ kind: 'url', url: url('1') })
    const file = items[1]?.source
    if (file?.kind !== 'file') throw new Error('no file')
    expect((await readFile(file.path)).equals(noise)).toBe(true)

    const polled = await client.poll(to, id, { prompt: 'p', signal: untouched })
    expect(JSON.stringify(polled)).toContain('The key [key] is not known.')
    expect(JSON.stringify(polled)).toContain(url('1'))
    const refused = await client.poll(to, 'broken', { prompt: 'p', signal: untouched })
    expect(refused).toMatchObject({ error: { detail: { words: 'The key [key] is not known.' } } })
  },
)
