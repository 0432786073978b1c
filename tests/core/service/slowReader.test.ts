import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { waitMs } from '../../../scripts/testRun/patience'
import { createDispatchers } from '../../../electron/core/service/dispatchers'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { rawService } from './serviceHarness'

/** As much as is buffered for a reader, and as a connection delivers at once. */
const bytes = randomBytes(64 * 1024)

/** Returns the body of an answer, unread, after its connection has ended. */
async function unread(head: string, end: (socket: Socket) => void) {
  let ended = false
  const service = await rawService((socket) => {
    socket.once('close', () => {
      ended = true
    })
    socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`)
    socket.write(bytes, () => end(socket))
  })
  const dispatchers = createDispatchers({ clock: realClock, timeoutMs: waitMs })
  onTestFinished(() => dispatchers.close())
  const agent = await dispatchers.for('paid', null)
  const { body } = await agent.request({ origin: service.baseUrl, path: '/', method: 'GET' })
  body.on('error', () => undefined)
  await eventually(() => ended)
  for (let turns = 0; turns < 20; turns++) await nextTurn()
  return body
}

test.each([
  ['of the length it named', `content-length: ${bytes.length}\r\nconnection: close\r\n`],
  ['of the length it named, on a connection to be kept', `content-length: ${bytes.length}\r\n`],
  ['that the end of the connection ends', 'connection: close\r\n'],
])('a body %s reaches a late reader complete', async (_, head) => {
  const body = await unread(head, (socket) => socket.end())
  expect((await buffer(body)).equals(bytes)).toBe(true)
})

test.each([
  ['cut', (socket: Socket) => void socket.end()],
  ['reset', (socket: Socket) => void socket.resetAndDestroy()],
])('a body that is %s fails for a late reader, and nothing else does', async (_, end) => {
  const body = await unread(`content-length: ${bytes.length + 1}\r\nconnection: close\r\n`, end)
  await expect(buffer(body)).rejects.toThrow()
})
