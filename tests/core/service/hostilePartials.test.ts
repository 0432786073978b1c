import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import { httpService, startClient, target, untouched } from './serviceHarness'

test.each(['€', '\ud800', '"v1"\0', '"v1"\r\nx-more: 1', 'x'.repeat(100_000)])(
  'a part vouched for by %j, which no request can send, is started over',
  async (validator) => {
    const service = await httpService((_, response) => response.end('whole'))
    const toFile = join(temporaryFolder(), 'image.part')
    const url = `${service.baseUrl}/1.png`
    await writeFile(toFile, 'wh')
    await writeFile(`${toFile}.json`, JSON.stringify({ url, validator, length: 5, whole: false }))
    const { client } = startClient()
    const options = { toFile, target: target(service.baseUrl), withKey: false, signal: untouched }
    expect(await client.download(url, options)).toEqual({ kind: 'fetched', resumed: false })
    expect(await readFile(toFile, 'utf8')).toBe('whole')
  },
)

test('a part whose validator from the service is very long is started over', async () => {
  const whole = Buffer.alloc(100_000, 'x')
  const toFile = join(temporaryFolder(), 'image.part')
  const service = await httpService((request, response) => {
    // As many servers answer when a request's headers are too large for them.
    if (request.rawHeaders.join('').length > 8192) return void response.writeHead(400).end()
    response.writeHead(200, { etag: `"${'v'.repeat(15_000)}"`, 'content-length': whole.length })
    if (service.received.length > 1) return void response.end(whole)
    response.write(whole.subarray(0, 50_000))
    void eventually(async () => (await stat(toFile)).size === 50_000).then(() => response.destroy())
  })
  const { client } = startClient()
  const options = { toFile, target: target(service.baseUrl), withKey: false, signal: untouched }
  const fetch = () => client.download(`${service.baseUrl}/1.png`, options)
  expect(await fetch()).toMatchObject({ kind: 'retry' })
  expect(await fetch()).toEqual({ kind: 'fetched', resumed: false })
})
