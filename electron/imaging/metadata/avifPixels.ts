import { Unfit } from './unfit'

/** Parts of an AV1 stream that a decoder needs: headers, and pixels. */
const ofPicture: ReadonlySet<number> = new Set([1, 3, 4, 6])
const begin = 2
const metadata = 5
/** Of metadata, the bytes of the brightest light, and of the colours of the display it was made on, without an end. */
const lights: ReadonlyMap<number, number> = new Map([
  [1, 5],
  [2, 25],
])

/** An AV1 stream of pixels and colours alone. Throws Unfit, also if it has none. */
export function avifPixels(stream: Buffer): Buffer {
  const kept: Buffer[] = []
  const lightsKept = new Set<number>()
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
    if (ofPicture.has(type)) kept.push(stream.subarray(at, end))
    // It has no content.
    else if (type === begin && kept.length === 0) kept.push(Buffer.from([(begin << 3) | 2, 0]))
    else if (type === metadata && length > 0) {
      const [kind] = numberAt(stream, start)
      const bytes = lights.get(kind)
      const isLight = bytes !== undefined && (length === bytes || length === bytes + 1)
      if (isLight && !lightsKept.has(kind)) kept.push(stream.subarray(at, end))
      lightsKept.add(kind)
    }
    at = end
  }
  if (kept.length === 0) throw new Unfit()
  return Buffer.concat(kept)
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
