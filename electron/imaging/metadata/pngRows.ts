import { Unfit } from './unfit'

/** Channels of each of PNG's kinds of colour. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
export const paletteKind = 3
/** Of an interlaced picture: where each pass begins, and its steps, across and down. */
const passes = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
]

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
export function noteColours(unpacked: Buffer, parts: readonly Rows[], bits: number, used: Set<number>): void {
  let at = 0
  for (const { width, count, bytes } of parts) {
    for (let row = 0; row < count; row++) {
      unfilter(unpacked, { at, bytes, hasAbove: row > 0 })
      for (let pixel = 0; pixel < width; pixel++) {
        const byte = unpacked[at + 1 + ((pixel * bits) >> 3)] ?? 0
        used.add((byte >> (8 - bits - ((pixel * bits) & 7))) & ((1 << bits) - 1))
      }
      at += bytes
    }
  }
}

/** A row whose pixels have at most a byte each. */
function unfilter(
  unpacked: Buffer,
  row: { readonly at: number; readonly bytes: number; readonly hasAbove: boolean },
): void {
  const filter = unpacked[row.at] ?? 0
  for (let at = row.at + 1; filter > 0 && at < row.at + row.bytes; at++) {
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
