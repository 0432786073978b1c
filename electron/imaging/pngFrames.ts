import { open } from 'node:fs/promises'
import { bytesAt, partsMaximum } from './provenance/fileTexts'
import { Unusable } from './unusable'

const signatureBytes = 8
/** Length and type, then the checksum behind the data. */
const headBytes = 8
const sumBytes = 4

/** How many pictures a PNG announces, which it does before the first one; 1 for one that stands still. */
export async function pngFrames(path: string): Promise<number> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    let at = signatureBytes
    for (let chunks = 0; chunks < partsMaximum; chunks++) {
      const head = await bytesAt(file, at, headBytes + 4)
      const type = head?.toString('latin1', 4, headBytes)
      if (head === null || type === 'IDAT') return 1
      if (type === 'acTL') return Math.max(1, head.readUInt32BE(headBytes))
      at += headBytes + head.readUInt32BE(0) + sumBytes
    }
    return 1
  } finally {
    await file.close()
  }
}
