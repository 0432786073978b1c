import { plainPixels } from './gifPixels'
import { Unfit } from './unfit'
import { onlyEntries } from './usedEntries'

const kind = { extension: 0x21, picture: 0x2c, end: 0x3b, control: 0xf9, application: 0xff }
/** How often an animation is shown. */
const loops: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
/** Of the whole, and of each picture, before its colours. */
const screenBytes = 13
const pictureBytes = 10

/** Pixels alone, of an animation with its timing. Throws Unfit. */
export async function strippedGif(gif: Buffer): Promise<Buffer> {
  if (gif.toString('latin1', 0, 3) !== 'GIF') throw new Unfit()
  const byte = (at: number): number => {
    const value = gif[at]
    if (value === undefined) throw new Unfit()
    return value
  }
  /** One past the colours that a byte announces. */
  const coloursEnd = (at: number, packed: number): number =>
    at + (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)
  const blocksEnd = (from: number): number => {
    let at = from
    while (byte(at) !== 0) at += byte(at) + 1
    return at + 1
  }
  const joined = (from: number, end: number): Buffer => {
    const whole = Buffer.alloc(end - from)
    let length = 0
    for (let at = from; at < end - 1; at += byte(at) + 1)
      length += gif.copy(whole, length, at + 1, at + 1 + byte(at))
    return whole.subarray(0, length)
  }
  const kept: Buffer[] = []
  /** The timing of the next picture: the last one before it. */
  let control: readonly Buffer[] = []
  let hasLoop = false
  /** Colours of the whole that pixels have, and that of the background. */
  const used = new Set([byte(11)])
  let at = coloursEnd(screenBytes, byte(10))
  const colours = gif.subarray(screenBytes, at)
  // Some have no end.
  while (at < gif.length && byte(at) !== kind.end) {
    const isPicture = byte(at) === kind.picture
    if (!isPicture && byte(at) !== kind.extension) throw new Unfit()
    const from = isPicture ? coloursEnd(at + pictureBytes, byte(at + 9)) + 1 : at + 2
    const end = blocksEnd(from)
    const label = byte(at + 1)
    const isLoop = label === kind.application && loops.has(gif.toString('latin1', at + 3, at + 14))
    if (isPicture) {
      const pixels = gif.readUInt16LE(at + 5) * gif.readUInt16LE(at + 7)
      const own = gif.subarray(at + pictureBytes, from - 1)
      const inOwn = own.length === 0 ? used : new Set<number>()
      const packed = await plainPixels(joined(from, end), { pixelBits: byte(from - 1), pixels }, inOwn)
      kept.push(...control, gif.subarray(at, at + pictureBytes), onlyEntries(own, 3, inOwn))
      kept.push(gif.subarray(from - 1, from), packed)
      control = []
    } else if (label === kind.control && byte(at + 2) === 4)
      control = [gif.subarray(at, at + 7), Buffer.alloc(1)]
    // What its other blocks are for is unknown.
    else if (isLoop && byte(at + 14) === 3 && !hasLoop) {
      kept.push(gif.subarray(at, at + 18), Buffer.alloc(1))
      hasLoop = true
    }
    at = end
  }
  const head = [gif.subarray(0, screenBytes), onlyEntries(colours, 3, used)]
  return Buffer.concat([...head, ...kept, Buffer.from([kind.end])])
}
