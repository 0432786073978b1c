import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyRedactor, longestForm, struckBytes } from '../../../electron/core/service/keyRedaction'

const key = 'sk-live-1234567890'

async function struck(bytes: Buffer, pieceBytes: number): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const left: Uint8Array[] = []
  for await (const piece of struckBytes(pieces(), createKeyRedactor(key))) left.push(piece)
  return Buffer.concat(left)
}

test.each([1_000, 64 * 1024])(
  'bytes lose the key wherever it is, and nothing else, %i at a time',
  async (size) => {
    const [one, other] = [randomBytes(longestForm + size - 5), randomBytes(200_000)]
    const forms = [
      Buffer.from(key),
      Buffer.from(key, 'utf16le'),
      Buffer.from(Buffer.from(key).toString('hex')),
    ]
    for (const form of forms) {
      const left = await struck(Buffer.concat([one, form, other]), size)
      expect(left.indexOf(one)).toBe(0)
      expect(left.subarray(-other.length).equals(other)).toBe(true)
      expect(left.subarray(one.length, -other.length).toString('latin1')).toMatch(/^\[key\]\0?$/)
    }
    expect((await struck(one, size)).equals(one)).toBe(true)
  },
)
