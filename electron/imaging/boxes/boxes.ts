/** A box of a file whose bytes are in memory. */
export interface Box {
  readonly type: string
  /** Where its content is; `end` is one past the last byte. */
  readonly start: number
  readonly end: number
}

/** The most boxes to look at: far more than any picture has. */
const boxMaximum = 10_000

/** The boxes between two places, as long as they make sense. */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): readonly Box[] {
  const boxes: Box[] = []
  let at = from
  while (boxes.length < boxMaximum && at + 8 <= to) {
    const stated = bytes.readUInt32BE(at)
    const isLong = stated === 1 && at + 16 <= to
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : stated === 0 ? to - at : stated
    const start = at + (isLong ? 16 : 8)
    if (start > at + length || at + length > to) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start, end: at + length })
    at += length
  }
  return boxes
}

/** With a head of eight bytes. */
export function box(type: string, content: Buffer | readonly Buffer[]): Buffer {
  const whole = Buffer.concat([Buffer.alloc(8), ...(Buffer.isBuffer(content) ? [content] : content)])
  whole.writeUInt32BE(whole.length)
  whole.write(type, 4, 'latin1')
  return whole
}

/** The bytes of a number, the highest first. */
export function number(value: number, width: 2 | 4): Buffer {
  const bytes = Buffer.alloc(width)
  bytes.writeUIntBE(value, 0, width)
  return bytes
}
