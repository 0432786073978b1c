import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRedactor } from '../../../electron/core/service/keyRedaction'
import { direct, httpService, startClient, target, untouched } from './serviceHarness'

/** As long as a key may be: signed tokens can exceed a thousand characters. */
const lengths = [500, 1500, 4096]

function keyOf(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length)
}

test.each(lengths)('the answer to a paid request with a key of %i characters is read', async (length) => {
  const key = keyOf(length)
  const service = await httpService((_, response, { headers }) => {
    const message = `${headers.authorization} and ${Buffer.from(key).toString('base64')}`
    response.end(JSON.stringify({ task_id: 't1', status: 'pending', data: [{ url: null }], message }))
  })
  const { client } = startClient()
  const to = target(service.baseUrl, { key })
  const sent = await client.send(to, direct, { signal: untouched })
  expect(JSON.stringify(sent)).toContain('[key]')
  expect(JSON.stringify(sent)).not.toContain(key.slice(200, 260))
  expect(JSON.stringify(sent)).not.toContain(Buffer.from(key).toString('base64').slice(240, 300))
  expect(await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })).toMatchObject({ kind: 'accepted' })
})

test.each(lengths.slice(1))(
  'a key of %i characters is struck out, also if the text ends within it',
  (length) => {
    const key = keyOf(length)
    const redact = createKeyRedactor(key)
    expect(redact('{"task_id":"t1","status":"pending"}')).toBe('{"task_id":"t1","status":"pending"}')
    expect(redact(`"${key.slice(0, length - 1)}`, { cut: true })).not.toContain(key.slice(0, 40))
  },
)
