import { crc32, deflateSync } from 'node:zlib'
import { createRandom } from './random'

const edge = 20

/** A real PNG of noise, another for each number; about 1.3 kB. */
export function pictureOf(number: number): Buffer {
  const random = createRandom(number)
  const rows = Buffer.alloc(edge * (1 + edge * 3))
  for (let at = 0; at < rows.length; at++) rows[at] = at % (1 + edge * 3) === 0 ? 0 : random.whole(0, 255)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  // Eight bits a channel, three channels.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
