import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one colour, which follows from the seed. Making it takes no imaging library. */
export function plainPicture(image: {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly seed: string
}): Buffer {
  const { width, height, seed } = image
  const colour = createHash('sha256').update(seed).digest().subarray(0, 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a channel, RGB.
  header.set([8, 2], 8)
  // A row begins with the number of its filter: 0 for none.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, colour)])
  const rows = Buffer.alloc(row.length * height, row)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
