import type { ImageDescription } from '@shared/processes/imaging'
import { unmarkedExif } from '../exif/tiff'
import { plainProfile } from './colourProfile'
import { exifBlock, type Orientation, orientationIn } from './exifBlock'
import { toldOf } from './toolTexts'
import { Unfit } from './unfit'
import { wholePacket } from './xmpPacket'

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

const headBytes = 8
/** What an extended file says it has: an animation isn't touched, the rest follows from its chunks. */
const flag = { animation: 2, xmp: 4, exif: 8, alpha: 16, profile: 32 }

const animationBytes = 6
/** Of a frame of an animation, before its own chunks. */
const frameHeadBytes = 16

/** Pixels, colours and orientation alone. Throws Unfit. */
export function strippedWebp(webp: Buffer): Buffer {
  const { chunks, orientation } = plain(webp)
  const turn = orientation === 1 ? null : exifBlock({ orientation, told: null })
  return written(chunks, { exif: turn, xmp: null })
}

/** Those and a description, in place of any that is there. Throws Unfit. */
export function describedWebp(webp: Buffer, description: ImageDescription): Buffer {
  const { chunks, orientation } = plain(webp)
  return written(chunks, {
    exif: exifBlock({ orientation, told: toldOf(description) }),
    xmp: Buffer.from(wholePacket(description)),
  })
}

function plain(webp: Buffer): { readonly chunks: readonly Chunk[]; readonly orientation: Orientation } {
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP') throw new Unfit()
  const end = headBytes + webp.readUInt32LE(4)
  const all = chunksIn(webp, 12, end)
  const exif = all.find(({ type }) => type === 'EXIF')?.data
  return {
    chunks: pictureChunks(all),
    orientation: exif === undefined ? 1 : orientationIn(unmarkedExif(exif)),
  }
}

/** Only what is shown: what a file doesn't say it has, what comes twice, and what comes too late isn't. */
function pictureChunks(all: readonly Chunk[]): readonly Chunk[] {
  const [first] = all
  if (first?.type !== 'VP8X') return shown(all)
  const says = (what: number): boolean => ((first.data[0] ?? 0) & what) !== 0
  const profile = says(flag.profile) ? all.flatMap(profileChunk).slice(0, 1) : []
  if (!says(flag.animation)) return [first, ...profile, ...shown(all)]
  const loop = all.filter(({ type, data }) => type === 'ANIM' && data.length === animationBytes).slice(0, 1)
  return [first, ...profile, ...loop, ...all.filter(({ type }) => type === 'ANMF').map(plainFrame)]
}

function profileChunk({ type, data }: Chunk): readonly Chunk[] {
  const plain = type === 'ICCP' ? plainProfile(data) : null
  return plain === null ? [] : [{ type: 'ICCP', data: plain }]
}

/** The first picture, with its transparency. */
function shown(all: readonly Chunk[]): readonly Chunk[] {
  const at = all.findIndex(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const picture = all[at]
  if (picture === undefined) throw new Unfit()
  const alpha = picture.type === 'VP8 ' ? all.slice(0, at).find(({ type }) => type === 'ALPH') : undefined
  return alpha === undefined ? [picture] : [alpha, picture]
}

function plainFrame({ type, data }: Chunk): Chunk {
  const own = shown(chunksIn(data, frameHeadBytes, data.length))
  return { type, data: Buffer.concat([data.subarray(0, frameHeadBytes), ...own.flatMap(framed)]) }
}

function chunksIn(bytes: Buffer, from: number, end: number): readonly Chunk[] {
  const chunks: Chunk[] = []
  let at = from
  while (at + headBytes <= end) {
    if (at + headBytes > bytes.length) throw new Unfit()
    const length = bytes.readUInt32LE(at + 4)
    if (at + headBytes + length > Math.min(end, bytes.length)) throw new Unfit()
    const data = bytes.subarray(at + headBytes, at + headBytes + length)
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data })
    // Each chunk begins at an even place.
    at += headBytes + length + (length % 2)
  }
  return chunks
}

interface Texts {
  readonly exif: Buffer | null
  readonly xmp: Buffer | null
}

function written(chunks: readonly Chunk[], { exif, xmp }: Texts): Buffer {
  const [first, ...others] = chunks
  if (first === undefined) throw new Unfit()
  const picture = first.type === 'VP8X' ? others : chunks
  const isAlone = first.type !== 'VP8X' && exif === null && xmp === null
  const body = [
    ...(isAlone ? [] : [{ type: 'VP8X', data: canvas(first, picture, { exif, xmp }) }]),
    ...picture,
    ...(exif === null ? [] : [{ type: 'EXIF', data: exif }]),
    ...(xmp === null ? [] : [{ type: 'XMP ', data: xmp }]),
  ].flatMap(framed)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.reduce((sum, { length }) => sum + length, 0), 4)
  return Buffer.concat([head, ...body])
}

/** Flags, and how large the picture is. */
function canvas(first: Chunk, picture: readonly Chunk[], { exif, xmp }: Texts): Buffer {
  const data = first.type === 'VP8X' ? extended(first) : simple(first)
  const has = (type: string): boolean => picture.some((chunk) => chunk.type === type)
  const kept = (data[0] ?? 0) & (flag.animation | flag.alpha)
  data[0] =
    kept | (has('ICCP') ? flag.profile : 0) | (exif === null ? 0 : flag.exif) | (xmp === null ? 0 : flag.xmp)
  return data
}

function extended({ data }: Chunk): Buffer {
  if (data.length < 10) throw new Unfit()
  const canvas = Buffer.alloc(10)
  data.copy(canvas, 0, 0, 1)
  data.copy(canvas, 4, 4, 10)
  return canvas
}

function simple({ type, data }: Chunk): Buffer {
  const canvas = Buffer.alloc(10)
  if (data.length < 10) throw new Unfit()
  if (type === 'VP8L') {
    const bits = data.readUInt32LE(1)
    canvas.writeUIntLE(bits & 0x3fff, 4, 3)
    canvas.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3)
    canvas[0] = (bits >>> 28) & 1 ? flag.alpha : 0
  } else if (type === 'VP8 ') {
    const width = data.readUInt16LE(6) & 0x3fff
    const height = data.readUInt16LE(8) & 0x3fff
    if (width === 0 || height === 0) throw new Unfit()
    canvas.writeUIntLE(width - 1, 4, 3)
    canvas.writeUIntLE(height - 1, 7, 3)
  } else throw new Unfit()
  return canvas
}

function framed({ type, data }: Chunk): readonly Buffer[] {
  const head = Buffer.alloc(headBytes)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return [head, data, Buffer.alloc(data.length % 2)]
}
