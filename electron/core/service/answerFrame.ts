import { beginLift, beginRawLift, type Lift, type LiftOptions } from './answerLift'
import { fileBodyBytes, isImageBytes } from './answers/imageBytes'

/** A string with this many characters or more is lifted out. */
const liftFrom = 16 * 1024
/**
 * The most bytes the rest may have; an answer has no more. Most answers fit in the first buffer: a poll needs no more
 * memory.
 */
const frameMaximum = 4 * 1024 * 1024
const frameAtFirst = 4 * 1024
/** The part before the base64 of a data URI, up to its comma; some services write each slash in JSON as `\/`. */
const prefix = /^\s*data:(?:[^,"\\]|\\\/){0,200};base64,/i

const quote = 0x22
const backslash = 0x5c

/** The rest of an answer grew beyond its limit. */
export class FrameTooLarge extends Error {
  override readonly name = 'FrameTooLarge'
}

/**
 * An answer as it streams in. Its long base64 strings go to files, so that neither memory nor the main process ever
 * holds all of it at once. An answer that is itself a file goes to one, too, and is a mark alone in quotes. Anything else
 * that isn't JSON passes unchanged.
 */
export interface AnswerFrame {
  /** Throws FrameTooLarge. */
  push(chunk: Uint8Array): Promise<void>
  /** All of it came. */
  end(): Promise<void>
  /** The answer with a mark in place of each lifted string. */
  bytes(): Uint8Array
  readonly lifts: readonly Lift[]
}

export interface FrameOptions extends Omit<LiftOptions, 'alike'> {
  /** Whether an answer that begins so is itself a file; default one with a picture that is known. */
  readonly isFile?: (first: Uint8Array) => boolean
}

export function createAnswerFrame({ isFile = isImageBytes, ...given }: FrameOptions): AnswerFrame {
  const options: LiftOptions = { ...given, alike: new Map() }
  const lifts: Lift[] = []
  let frame = Buffer.alloc(frameAtFirst)
  let length = 0
  /** Where in the frame the current string begins; null outside of one. */
  let stringAt: number | null = null
  let lift: Lift | null = null
  /** The string was examined and won't be lifted out. */
  let isPlain = false
  /** The last byte was a backslash that escapes the next one. */
  let isEscaping = false
  /** The whole answer is a file. */
  let image: Lift | null = null
  /** What came first, as long as it is too little to know; null from then on. */
  let head: Buffer | null = Buffer.alloc(0)

  function append(bytes: Uint8Array): void {
    const needed = length + bytes.byteLength
    if (needed > frameMaximum) throw new FrameTooLarge()
    if (needed > frame.byteLength) {
      const larger = Buffer.alloc(Math.min(frameMaximum, 2 * needed))
      larger.set(frame.subarray(0, length))
      frame = larger
    }
    frame.set(bytes, length)
    length = needed
  }

  /** Where the string that continues at `from` ends; the chunk's length if it doesn't end in this chunk. */
  function endOfString(chunk: Buffer, from: number, slashes: { next: number }): number {
    let at = isEscaping ? from + 1 : from
    isEscaping = false
    for (;;) {
      const end = chunk.indexOf(quote, at)
      if (slashes.next !== -1 && slashes.next < at) slashes.next = chunk.indexOf(backslash, at)
      if (slashes.next === -1 || (end !== -1 && end < slashes.next))
        return end === -1 ? chunk.byteLength : end
      at = slashes.next + 2
      if (at > chunk.byteLength) isEscaping = true
      if (at >= chunk.byteLength) return chunk.byteLength
    }
  }

  /** Whether a piece of the current string may belong in a file. */
  const isLong = (piece: Buffer): boolean =>
    lift !== null || (!isPlain && stringAt !== null && length + piece.byteLength - stringAt >= liftFrom)

  async function takeString(piece: Buffer): Promise<void> {
    if (lift !== null) return lift.take(piece)
    append(piece)
    if (isPlain || stringAt === null || length - stringAt < liftFrom) return
    const head = frame.toString('latin1', stringAt, length)
    const kept = prefix.exec(head)?.[0].length ?? 0
    const begun = beginLift(head.slice(kept), lifts.length, options)
    isPlain = begun === null
    if (begun === null) return
    lifts.push(begun)
    lift = begun
    const first = Buffer.from(frame.subarray(stringAt + kept, length))
    length = stringAt + kept
    append(Buffer.from(begun.mark))
    await begun.take(first)
  }

  function endString(): void {
    lift = null
    stringAt = null
    isPlain = false
  }

  async function take(chunk: Buffer): Promise<void> {
    if (image !== null) return image.take(chunk)
    const slashes = { next: chunk.indexOf(backslash) }
    for (let at = 0; at < chunk.byteLength; ) {
      if (stringAt === null) {
        const opening = chunk.indexOf(quote, at)
        const end = opening === -1 ? chunk.byteLength : opening + 1
        append(chunk.subarray(at, end))
        if (opening !== -1) stringAt = length
        at = end
        continue
      }
      const end = endOfString(chunk, at, slashes)
      const piece = chunk.subarray(at, end)
      if (isLong(piece)) await takeString(piece)
      else append(piece)
      at = end
      if (end === chunk.byteLength) continue
      append(chunk.subarray(end, end + 1))
      if (lift !== null) await lift.close()
      endString()
      at = end + 1
    }
  }

  async function begin(first: Buffer): Promise<void> {
    head = null
    if (isFile(first)) {
      image = beginRawLift(options)
      lifts.push(image)
      append(Buffer.from(JSON.stringify(image.mark)))
    }
    return take(first)
  }

  return {
    lifts,
    async push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (head === null) return take(chunk)
      const first = head.byteLength === 0 ? chunk : Buffer.concat([head, chunk])
      if (first.byteLength >= fileBodyBytes) return begin(first)
      // Its memory may be used again.
      head = Buffer.from(first)
    },
    async end() {
      if (head !== null) await begin(head)
      await image?.close()
    },
    bytes: () => head ?? frame.subarray(0, length),
  }
}
