import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unfit } from './unfit'

/** Channels of each of PNG's kinds of colour. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
export const paletteKind = 3
/** Of an interlaced picture: where each pass begins, and its steps, across and down. */
const passes = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
]

/** Pixels that are looked at before others have their turn: whole bytes, however few bits each has. */
const pixelsAtOnce = 1_000_000

export interface Rows {
  /** Pixels of each. */
  readonly width: number
  readonly count: number
  /** Bytes of each, with that of its filter. */
  readonly bytes: number
}

/** The rows of a frame as they are packed: of an interlaced picture, those of each pass. Throws Unfit. */
export function rowsOf(header: Buffer, width: number, height: number): readonly Rows[] {
  const bits = header.readUInt8(8) * (channels[header.readUInt8(9)] ?? 0)
  if (bits === 0 || width === 0 || height === 0) throw new Unfit()
  const rows = (across: number, down: number): Rows => ({
    width: across,
    count: across > 0 ? down : 0,
    bytes: 1 + Math.ceil((across * bits) / 8),
  })
  if (header.readUInt8(12) === 0) return [rows(width, height)]
  return passes.map(([x, y, right, down]) =>
    rows(Math.max(0, Math.ceil((width - x) / right)), Math.max(0, Math.ceil((height - y) / down))),
  )
}

/** Notes which colours of a palette some unpacked rows use; their filters are taken back in place. */
export async function noteColours(
  unpacked: Buffer,
  parts: readonly Rows[],
  bits: number,
  used: Set<number>,
): Promise<void> {
  let at = 0
  let left = pixelsAtOnce
  for (const { width, count, bytes } of parts) {
    for (let row = 0; row < count; row++) {
      for (let from = 0; from < width; from += pixelsAtOnce) {
        const end = Math.min(from + pixelsAtOnce, width)
        notePixels(unpacked, { at, bytes, hasAbove: row > 0, from, end }, bits, used)
        left -= end - from
        if (left > 0) continue
        await nextTurn()
        left = pixelsAtOnce
      }
      at += bytes
    }
  }
}

/** Some pixels of a row, whose earlier ones were noted. */
interface RowPart {
  readonly at: number
  readonly bytes: number
  readonly hasAbove: boolean
  readonly from: number
  readonly end: number
}

const firstByte = ({ at, from }: RowPart, bits: number): number => at + 1 + (from * bits) / 8

function notePixels(unpacked: Buffer, row: RowPart, bits: number, used: Set<number>): void {
  unfilter(unpacked, row, bits)
  const first = firstByte(row, bits)
  for (let pixel = 0; pixel < row.end - row.from; pixel++) {
    const byte = unpacked[first + ((pixel * bits) >> 3)] ?? 0
    used.add((byte >> (8 - bits - ((pixel * bits) & 7))) & ((1 << bits) - 1))
  }
}

/** Pixels have at most a byte each. */
function unfilter(unpacked: Buffer, row: RowPart, bits: number): void {
  const filter = unpacked[row.at] ?? 0
  const end = row.at + 1 + Math.ceil((row.end * bits) / 8)
  for (let at = firstByte(row, bits); filter > 0 && at < end; at++) {
    const isFirst = at === row.at + 1
    const left = isFirst ? 0 : (unpacked[at - 1] ?? 0)
    const above = row.hasAbove ? (unpacked[at - row.bytes] ?? 0) : 0
    const beyond = isFirst || !row.hasAbove ? 0 : (unpacked[at - row.bytes - 1] ?? 0)
    unpacked[at] = (unpacked[at] ?? 0) + predicted(filter, left, above, beyond)
  }
}

function predicted(filter: number, left: number, above: number, beyond: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4: {
      const guess = left + above - beyond
      const toLeft = Math.abs(guess - left)
      const toAbove = Math.abs(guess - above)
      const toBeyond = Math.abs(guess - beyond)
      if (toLeft <= toAbove && toLeft <= toBeyond) return left
      return toAbove <= toBeyond ? above : beyond
    }
    default:
      throw new Unfit()
  }
}
