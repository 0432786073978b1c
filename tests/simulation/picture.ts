import { createHash } from 'node:crypto'
import type { Random } from '../support/random'

/** What a world's image is: bytes that can be checked, and nothing to look at. */
export interface Picture {
  readonly bytes: Buffer
  /** Hex. */
  readonly sha256: string
}

/** They begin as images do, and are of one length. */
const magics = {
  png: Buffer.from('\x89PNG\r\n\x1a\nSIMULATED', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff\xe0\0\x10JFSIMULATED', 'latin1'),
}
const magicLength = magics.png.length

/** Of an image's bytes; null for anything else. */
export function formatOfPicture(bytes: Buffer): 'png' | 'jpeg' | null {
  const begins = (magic: Buffer): boolean => bytes.subarray(0, magicLength).equals(magic)
  if (begins(magics.png)) return 'png'
  return begins(magics.jpeg) ? 'jpeg' : null
}

/** What a service may hand out where an image was to come: a file that is only kept, bytes that nobody knows, text. */
export const oddKinds = ['other', 'unknown', 'text'] as const
export type OddKind = (typeof oddKinds)[number]

const oddHeads: Readonly<Record<OddKind, string>> = {
  other: 'II*\0',
  unknown: '\x89NOBODY\0',
  text: '{"error":"no image of ',
}

/** Bytes that are no image, each time others. */
function drawOdd(kind: OddKind, name: string): Picture {
  const bytes = Buffer.from(`${oddHeads[kind]}${name.repeat(20)}${kind === 'text' ? '"}' : '\0'}`, 'latin1')
  return { bytes, sha256: sha256Of(bytes) }
}

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
export const sha256Of = (bytes: Uint8Array): string => digest(bytes).toString('hex')

/** `isLong`: an answer that holds it is lifted into the spool piece by piece. */
function drawPicture(name: string, random: Random, { isLong }: { readonly isLong: boolean }): Picture {
  const drawn = isLong ? random.whole(14_000, 20_000) : random.whole(100, 4000)
  // Many are of one length: that tells nothing.
  const bytesOfBody = drawn < 2500 ? 1000 : drawn
  const body = Buffer.concat([Buffer.from(`${name}\n`), Buffer.alloc(bytesOfBody, name)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  // One in four, by its name: names and endings differ, and nothing else.
  const magic = digest(Buffer.from(name)).readUInt8(0) < 64 ? magics.jpeg : magics.png
  const bytes = Buffer.concat([magic, length, body, digest(body)])
  return { bytes, sha256: sha256Of(bytes) }
}

export interface DrawnResult {
  readonly picture: Picture
  /** Null for an image. */
  readonly odd: OddKind | null
}

/** What a service makes: an image, or now and then something else. */
export function drawResult(
  name: string,
  random: Random,
  {
    inline,
    posts,
    odd,
  }: { readonly inline: boolean; readonly posts: readonly string[]; readonly odd: readonly OddKind[] },
): DrawnResult {
  const [first, ...others] = odd
  const kind = first !== undefined && random.chance(0.2) ? random.pick([first, ...others]) : null
  if (kind !== null) return { odd: kind, picture: drawOdd(kind, name) }
  return {
    odd: null,
    picture: drawPicture(name, random, {
      isLong: posts.includes('mumbled') || (inline && random.chance(0.5)),
    }),
  }
}

/** What a decoder would say of a file. */
export function judgePicture(bytes: Buffer): 'whole' | 'notAnImage' | 'damaged' {
  if (formatOfPicture(bytes) === null) return 'notAnImage'
  const start = magicLength + 4
  if (bytes.length < start) return 'damaged'
  const length = bytes.readUInt32BE(magicLength)
  const body = bytes.subarray(start, start + length)
  const isWhole = bytes.length === start + length + 32 && digest(body).equals(bytes.subarray(start + length))
  return isWhole ? 'whole' : 'damaged'
}
