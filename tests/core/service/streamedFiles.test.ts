import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { httpService, startClient, submit, target, untouched } from './serviceHarness'

const [half, image] = [randomBytes(50_000), randomBytes(50_000)]
const event = (type: string, bytes: Buffer): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: bytes.toString('base64') })}\n\n`

test('of large events only the image counts, not the pictures on its way', async () => {
  const text = `${event('image_generation.partial_image', half)}${event('image_generation.completed', image)}`
  const service = await httpService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
  })
  const verdict = await submit(startClient().client, target(service.baseUrl))
  if (verdict.kind !== 'accepted') return expect.unreachable()
  expect(verdict.reading.items).toHaveLength(1)
  const [item] = verdict.reading.items
  expect(item?.source?.kind === 'file' && (await readFile(item.source.path))).toEqual(image)
})

test('a picture in the place of an error is no image of the task that was asked for', async () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(500)])
  const service = await httpService((_, response) => {
    response.writeHead(404, { 'content-type': 'image/png' }).end(png)
  })
  const verdict = await startClient().client.poll(target(service.baseUrl), 't-1', {
    prompt: 'a fern',
    signal: untouched,
  })
  expect(verdict.kind).toBe('unknownTask')
})
