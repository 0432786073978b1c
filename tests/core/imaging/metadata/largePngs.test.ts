import { constants, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { number } from '../../../../electron/imaging/boxes/boxes'
import { Unfit } from '../../../../electron/imaging/metadata/unfit'
import { stripped } from '../../../../electron/imaging/pictureMetadata'
import { pngChunk } from '../../../support/pngFile'

const mebibyte = 2 ** 20
/** Zeros that more may follow, packed. */
const zeros = deflateRawSync(Buffer.alloc(mebibyte), { finishFlush: constants.Z_FULL_FLUSH })

/** A black picture of a few hundred kilobytes, whose packed pixels never end. */
function endless(
  { width, height }: { readonly width: number; readonly height: number },
  { bits, kind }: { readonly bits: number; readonly kind: number },
  mebibytes = 1,
): Buffer {
  const packed = Buffer.concat([Buffer.from([0x78, 1]), ...Array<Buffer>(mebibytes).fill(zeros)])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk(
      'IHDR',
      Buffer.concat([number(width, 4), number(height, 4), Buffer.from([bits, kind, 0, 0, 0])]),
    ),
    ...(kind === 3 ? [pngChunk('PLTE', Buffer.alloc(6))] : []),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const [grey, palette, deep] = [
  { bits: 8, kind: 0 },
  { bits: 1, kind: 3 },
  { bits: 16, kind: 6 },
]

test('a small file with more pixels than can be gone through in time is refused, and one with fewer isn’t', async () => {
  const edge = 2 ** 14
  for (const file of [
    endless({ width: edge, height: edge + 1 }, palette),
    endless({ width: edge * 4, height: edge }, deep),
    // It would have to be packed anew.
    endless({ width: edge, height: edge }, grey, 258),
  ])
    await expect(stripped.png(file)).rejects.toThrow(Unfit)
  const { length } = await stripped.png(endless({ width: 2_000, height: 1_000 }, grey, 2))
  expect(length).toBeLessThan(10_000)
})
