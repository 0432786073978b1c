import { Unfit } from './unfit'

/** Kinds of parts of an AV1 stream that a decoder doesn't need. */
const kind = { metadata: 5, padding: 15 }
/** Of metadata: the brightest light, the colours of the display that it was made on, and layers. */
const ofPicture: ReadonlySet<number> = new Set([1, 2, 3])

/** An AV1 stream without the texts of others and without padding. */
export function avifPixels(stream: Buffer): Buffer {
  const kept: Buffer[] = []
  let at = 0
  while (at < stream.length) {
    const head = stream.readUInt8(at)
    const headBytes = head & 4 ? 2 : 1
    // Without a length, it goes on to the end.
    const hasLength = (head & 2) !== 0
    const [length, lengthBytes] = hasLength
      ? numberAt(stream, at + headBytes)
      : [stream.length - at - headBytes, 0]
    const start = at + headBytes + lengthBytes
    const end = start + length
    if (end > stream.length) throw new Unfit()
    const type = (head >> 3) & 15
    const isMetadata = type === kind.metadata && !ofPicture.has(length === 0 ? 0 : numberAt(stream, start)[0])
    if (!isMetadata && type !== kind.padding) kept.push(stream.subarray(at, end))
    at = end
  }
  return kept.length === 0 ? stream : Buffer.concat(kept)
}

/** Seven bits a byte, the lowest first. */
function numberAt(stream: Buffer, at: number): readonly [value: number, bytes: number] {
  let value = 0
  for (let index = 0; index < 5; index++) {
    const byte = stream.readUInt8(at + index)
    value += (byte & 0x7f) * 2 ** (7 * index)
    if ((byte & 0x80) === 0) return [value, index + 1]
  }
  throw new Unfit()
}
