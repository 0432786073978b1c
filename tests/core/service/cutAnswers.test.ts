import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rawService, startClient, submit, target } from './serviceHarness'

const images = [randomBytes(50_000), randomBytes(50_000)]
const data = images.map((image) => ({ b64_json: image.toString('base64') }))
const whole = JSON.stringify({ created: 1, data })
const cut = whole.slice(0, -1000)

test.each([
  ['of the whole', `content-length: ${whole.length}`],
  ['of what was left of it', `content-length: ${cut.length}`],
  ['that was not said', 'connection: close'],
])('an answer cut after its first image in base64 still brings that one; length %s', async (_, header) => {
  const service = await rawService((socket) => socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${cut}`))
  const verdict = await submit(startClient().client, target(service.baseUrl))
  if (verdict.kind !== 'accepted') return expect.unreachable()
  expect(verdict.reading.items).toHaveLength(1)
  const [item] = verdict.reading.items
  expect(item?.source?.kind === 'file' && (await readFile(item.source.path))).toEqual(images[0])
})
