import { Unfit } from './unfit'

/** The most bits of a code. */
const codeMaximum = 16

/** By the next 16 bits: how many of them are a code, and above that, what it means; 0 for none. */
export type Codes = Uint16Array

/** Of the content of a table: how many codes there are of each length, and what they mean. Throws Unfit. */
export function codesOf(table: Buffer): Codes {
  const codes = new Uint16Array(1 << codeMaximum)
  const meanings = table.subarray(codeMaximum)
  // Each means something of its own: words don't.
  if (new Set(meanings).size < meanings.length) throw new Unfit()
  let from = 0
  let used = 0
  for (let length = 1; length <= codeMaximum; length++)
    for (let left = table.readUInt8(length - 1); left > 0; left--) {
      const end = from + (1 << (codeMaximum - length))
      if (end > codes.length) throw new Unfit()
      codes.fill(((meanings[used++] ?? 0) << 5) | length, from, end)
      from = end
    }
  return codes
}

/** Reads packed pixels bit by bit, the highest first, up to a marker. */
export class CodedBits {
  private readonly bytes: Buffer
  private readonly from: number
  private readonly to: number
  /** Where the first bits of this interval are. */
  private begun: number
  /** A copy, once a byte has to be another. */
  private filled: Buffer | null = null
  private at: number
  /** The lowest `count` bits are still to come, of which `missing` aren't in the file. */
  private value = 0
  private count = 0
  private missing = 0

  /** `to`: where the next marker is that begins no interval. */
  constructor(bytes: Buffer, from: number, to: number) {
    this.bytes = bytes
    this.from = from
    this.to = to
    this.begun = from
    this.at = from
  }

  /** Up to 16. Throws Unfit as soon as bits are missing, as `read` and `meaning` do: behind a marker there are none. */
  skip(bits: number): void {
    this.fill()
    this.take(bits)
  }

  read(bits: number): number {
    this.fill()
    this.take(bits)
    return (this.value >>> this.count) & ((1 << bits) - 1)
  }

  /** What the next code means. */
  meaning(codes: Codes): number {
    this.fill()
    const entry = codes[(this.value >>> (this.count - codeMaximum)) & 0xffff] ?? 0
    if (entry === 0) throw new Unfit()
    this.take(entry & 31)
    return entry >> 5
  }

  /** Passes the marker that begins another interval, which comes next. Throws Unfit. */
  restart(kind: number): void {
    const at = this.end()
    if (this.bytes[at] !== 0xff || this.bytes[at + 1] !== kind) throw new Unfit()
    this.fillUp(at)
    this.at = at + 2
    this.begun = this.at
    this.count = 0
    this.missing = 0
  }

  /** One past the last byte that was needed. */
  end(): number {
    let at = this.at
    // A zero after 0xff only says that this is no marker.
    for (let left = (this.count - this.missing) >> 3; left > 0; left--)
      at -= at - 2 >= this.from && this.bytes[at - 1] === 0 && this.bytes[at - 2] === 0xff ? 2 : 1
    return at
  }

  /** All bytes that were needed, in which bits between codes and a marker say nothing. */
  plain(): Buffer {
    const end = this.end()
    this.fillUp(end)
    return (this.filled ?? this.bytes.subarray(this.from, this.to)).subarray(0, end - this.from)
  }

  /** Fills the last byte of an interval as encoders do: with ones, unless that makes a marker of it. */
  private fillUp(end: number): void {
    const at = end - 1
    const byte = this.bytes[at] ?? 0
    // A zero after 0xff: that has no bits left.
    if (at < this.begun || (byte === 0 && this.bytes[at - 1] === 0xff)) return
    const rest = (1 << ((this.count - this.missing) & 7)) - 1
    const full = (byte | rest) === 0xff ? byte & ~rest : byte | rest
    if (full === byte) return
    this.filled ??= Buffer.from(this.bytes.subarray(this.from, this.to))
    this.filled[at - this.from] = full
  }

  private take(bits: number): void {
    this.count -= bits
    if (this.missing > this.count) throw new Unfit()
  }

  private fill(): void {
    while (this.count <= codeMaximum) {
      const byte = this.bytes[this.at] ?? 0xff
      const isMarker = byte === 0xff && this.bytes[this.at + 1] !== 0
      if (isMarker) this.missing += 8
      else this.at += byte === 0xff ? 2 : 1
      this.value = (this.value << 8) | (isMarker ? 0 : byte)
      this.count += 8
    }
  }
}
