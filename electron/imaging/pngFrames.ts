import { withFile } from './openedFile'
import { searchedFile } from './provenance/fileTexts'
import { createReadingBudget } from './provenance/readingBudget'

const signatureBytes = 8
/** Length and type, then the checksum behind the data. */
const headBytes = 8
const sumBytes = 4

/** How many pictures a PNG announces, which it does before the first one; 1 for one that stands still. */
export async function pngFrames(path: string): Promise<number> {
  return await withFile(path, async (bytes) => {
    const file = searchedFile(bytes, createReadingBudget())
    let at = signatureBytes
    for (;;) {
      const head = await file.part(at, headBytes + 4)
      const type = head?.toString('latin1', 4, headBytes)
      if (head === null || type === 'IDAT') return 1
      if (type === 'acTL') return Math.max(1, head.readUInt32BE(headBytes))
      at += headBytes + head.readUInt32BE(0) + sumBytes
    }
  })
}
