import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unfit } from './unfit'

/** Codes have at most so many bits. */
const widthMaximum = 12
const codeMaximum = 1 << widthMaximum
/** The most bits of a pixel. */
const pixelMaximum = 8
const blockMaximum = 255
/** Codes that are read before others have their turn. */
const codesAtOnce = 1_000_000

/**
 * The packed pixels of a frame and the code that ends them, in blocks. Notes the colours that they have. Throws Unfit,
 * also if some are missing.
 */
export async function plainPixels(
  packed: Buffer,
  { pixelBits, pixels }: { readonly pixelBits: number; readonly pixels: number },
  used: Set<number>,
): Promise<Buffer> {
  if (pixelBits < 1 || pixelBits > pixelMaximum) throw new Unfit()
  const clear = 1 << pixelBits
  const end = clear + 1
  /** How many pixels each code stands for. */
  const lengths = new Uint16Array(codeMaximum).fill(1, 0, clear)
  let width = pixelBits + 1
  let next = end + 1
  /** Pixels of the code before; 0 at the beginning, and after a clear. */
  let before = 0
  let bit = 0
  let codes = 0
  // Also of an animation with many small frames.
  await nextTurn()
  for (let left = pixels; left > 0; ) {
    if (++codes % codesAtOnce === 0) await nextTurn()
    const code = codeAt(packed, bit, width)
    bit += width
    if (code === clear) {
      width = pixelBits + 1
      next = end + 1
      before = 0
      continue
    }
    const isNew = code === next && before > 0
    const length = isNew ? before + 1 : code < next && code !== end ? (lengths[code] ?? 0) : 0
    if (length === 0) throw new Unfit()
    // What other codes stand for was put together of these.
    if (code < clear) used.add(code)
    if (before > 0 && next < codeMaximum) {
      lengths[next++] = before + 1
      if (next === 1 << width && width < widthMaximum) width++
    }
    before = length
    left -= length
  }
  return inBlocks(endedAt(packed, bit, { end, width }))
}

/** The lowest bits come first. */
function codeAt(packed: Buffer, bit: number, width: number): number {
  const at = bit >> 3
  if (bit + width > packed.length * 8) throw new Unfit()
  const three = (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8) | ((packed[at + 2] ?? 0) << 16)
  return (three >> (bit & 7)) & ((1 << width) - 1)
}

function endedAt(
  packed: Buffer,
  bit: number,
  { end, width }: { readonly end: number; readonly width: number },
): Buffer {
  const ended = Buffer.alloc(Math.ceil((bit + width) / 8))
  packed.copy(ended, 0, 0, Math.ceil(bit / 8))
  const at = bit >> 3
  const kept = (ended[at] ?? 0) & ((1 << (bit & 7)) - 1)
  const last = kept | (end << (bit & 7))
  for (let index = 0; at + index < ended.length; index++) ended[at + index] = last >> (8 * index)
  return ended
}

function inBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += blockMaximum) {
    const block = bytes.subarray(at, at + blockMaximum)
    blocks.push(Buffer.from([block.length]), block)
  }
  return Buffer.concat([...blocks, Buffer.alloc(1)])
}
