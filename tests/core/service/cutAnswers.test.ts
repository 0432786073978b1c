import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { direct, httpService, rawService, startClient, submit, target } from './serviceHarness'

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

test('an answer says so if only some of its images were on disk when the app ended', async () => {
  const [kept, lost] = [randomBytes(400_000), randomBytes(400_000)]
  const spoolFolder = join(temporaryFolder(), 'spool')
  let giveRest = (): void => {}
  const service = await httpService((_, response) => {
    const [first, rest] = [kept, lost].map((image) => JSON.stringify({ b64_json: image.toString('base64') }))
    response.write(`{"data":[${first},`)
    giveRest = () => response.end(`${rest}]}`)
  })
  const { client, logger } = startClient({ spoolFolder })
  const stop = new AbortController()
  const sending = client.send(target(service.baseUrl), direct, { signal: stop.signal })
  await eventually(
    () => existsSync(spoolFolder) && readdirSync(spoolFolder).some((name) => name.endsWith('.bin')),
  )
  await rename(spoolFolder, `${spoolFolder}-away`)
  await writeFile(spoolFolder, 'in the way')
  giveRest()
  await eventually(() => logger.lines.some(({ event }) => event === 'service.spoolFailed'))
  stop.abort('shutdown')
  const sent = await sending
  await rm(spoolFolder)
  await rename(`${spoolFolder}-away`, spoolFolder)
  const verdict = await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })
  expect(verdict).toMatchObject({
    kind: 'accepted',
    reading: { error: { code: 'interrupted', retry: 'maybeTwice' } },
  })
})
