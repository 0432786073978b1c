import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk, withChunks } from './pngFile'

/** Pictures that say how they were made, as common tools write it. */

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly background?: string
}

export const plainPicture = ({ width = 32, height = 24, background = '#205080' }: Look) =>
  sharp({ create: { width, height, channels: 3, background } })

export async function pngWith(chunks: readonly Buffer[], look: Look = {}): Promise<Buffer> {
  return withChunks(await plainPicture(look).png().toBuffer(), ...chunks)
}

export const textChunk = (keyword: string, text: string | Buffer): Buffer =>
  pngChunk('tEXt', Buffer.concat([Buffer.from(`${keyword}\0`, 'latin1'), Buffer.from(text)]))

export const packedChunk = (keyword: string, text: string | Buffer): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), deflateSync(text)]))

export const internationalChunk = (
  keyword: string,
  text: string,
  { packed = false, language = 'en' }: { readonly packed?: boolean; readonly language?: string } = {},
): Buffer =>
  pngChunk(
    'iTXt',
    Buffer.concat([
      Buffer.from(`${keyword}\0`, 'latin1'),
      Buffer.from([packed ? 1 : 0, 0]),
      Buffer.from(`${language}\0translated\0`),
      packed ? deflateSync(text) : Buffer.from(text),
    ]),
  )

export interface ExifEntry {
  readonly tag: number
  /** 2 for ASCII, 7 for bytes. */
  readonly type: 2 | 7
  readonly value: Buffer
}

export const ascii = (tag: number, text: string): ExifEntry => ({
  tag,
  type: 2,
  value: Buffer.from(`${text}\0`),
})

/** The comment of an EXIF block, with the eight bytes that name its encoding. */
export const userComment = (mark: string, text: Buffer): ExifEntry => ({
  tag: 0x9286,
  type: 7,
  value: Buffer.concat([Buffer.from(mark.padEnd(8, '\0'), 'latin1'), text]),
})

export function utf16(text: string, { isLittle }: { readonly isLittle: boolean }): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

/** A TIFF block of two directories. */
export function exifBlock(
  { first = [], more = [] }: { readonly first?: readonly ExifEntry[]; readonly more?: readonly ExifEntry[] },
  { isLittle = true }: { readonly isLittle?: boolean } = {},
): Buffer {
  const number = (value: number, width: 2 | 4): Buffer => {
    const bytes = Buffer.alloc(width)
    if (isLittle) bytes.writeUIntLE(value, 0, width)
    else bytes.writeUIntBE(value, 0, width)
    return bytes
  }
  const pointerBytes = 12
  const moreAt = 8 + 2 + first.length * 12 + pointerBytes + 4
  let valueAt = moreAt + 2 + more.length * 12 + 4
  const values: Buffer[] = []
  const entry = ({ tag, type, value }: ExifEntry): Buffer => {
    const at = valueAt
    const isShort = value.length <= 4
    if (!isShort) {
      values.push(value)
      valueAt += value.length
    }
    const inside = Buffer.concat([value, Buffer.alloc(4)]).subarray(0, 4)
    return Buffer.concat([
      number(tag, 2),
      number(type, 2),
      number(value.length, 4),
      isShort ? inside : number(at, 4),
    ])
  }
  const pointer = Buffer.concat([number(0x8769, 2), number(4, 2), number(1, 4), number(moreAt, 4)])
  return Buffer.concat([
    Buffer.from(isLittle ? 'II' : 'MM', 'latin1'),
    number(42, 2),
    number(8, 4),
    number(first.length + 1, 2),
    ...first.map(entry),
    pointer,
    number(0, 4),
    number(more.length, 2),
    ...more.map(entry),
    number(0, 4),
    ...values,
  ])
}

export function jpegSegment(kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

export async function jpegWith(
  { exif, xmp, comment }: { readonly exif?: Buffer; readonly xmp?: string; readonly comment?: string },
  look: Look = {},
): Promise<Buffer> {
  const picture = await plainPicture(look).jpeg().toBuffer()
  return Buffer.concat([
    picture.subarray(0, 2),
    ...(exif === undefined
      ? []
      : [jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))]),
    ...(xmp === undefined ? [] : [jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`))]),
    ...(comment === undefined ? [] : [jpegSegment(0xfe, Buffer.from(comment))]),
    picture.subarray(2),
  ])
}

export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** An extended WebP, whose texts come after the picture. */
export async function webpWith(
  { exif, xmp }: { readonly exif?: Buffer; readonly xmp?: string },
  { width = 32, height = 24, background = '#205080' }: Look = {},
): Promise<Buffer> {
  const picture = await plainPicture({ width, height, background }).webp().toBuffer()
  const canvas = Buffer.alloc(10)
  canvas[0] = (exif === undefined ? 0 : 8) | (xmp === undefined ? 0 : 4)
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const chunks = Buffer.concat([
    riffChunk('VP8X', canvas),
    picture.subarray(12),
    ...(exif === undefined ? [] : [riffChunk('EXIF', exif)]),
    ...(xmp === undefined ? [] : [riffChunk('XMP ', Buffer.from(xmp))]),
  ])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}

export const xmpPacket = (properties: string): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** What Automatic1111's web UI writes. */
export const webUiText = (prompt: string): string => `${prompt}
Negative prompt: blurry, text,
two heads
Steps: 28, Sampler: DPM++ 2M, CFG scale: 6.5, Seed: 1234567890, Size: 512x768, Model hash: 6ce0161689, Model: dreamshaper_8, Lora hashes: "fern: a1b2, moss: c3d4", Version: v1.9.3`

/** A graph as ComfyUI writes it. */
export const comfyGraph = (positive: string, negative = 'blurry') => ({
  3: {
    class_type: 'KSampler',
    inputs: {
      seed: 42,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      positive: ['10', 0],
      negative: ['7', 0],
      model: ['4', 0],
    },
  },
  4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: positive, clip: ['4', 1] } },
  7: { class_type: 'CLIPTextEncode', inputs: { text: negative, clip: ['4', 1] } },
  10: { class_type: 'FluxGuidance', inputs: { guidance: 3.5, conditioning: ['6', 0] } },
})

const credentialBoxes = Buffer.concat([
  Buffer.from('0000003c6a756d62000000306a756d6463327061', 'hex'),
  Buffer.from('00110010800000aa00389b7103', 'hex'),
  Buffer.from('c2pa\0 claimed by nobody, of a fern', 'latin1'),
])

/** The same picture with Content Credentials where C2PA puts them; they don't verify. */
export function withCredentials(picture: Buffer, format: 'png' | 'jpeg' | 'webp' | 'avif'): Buffer {
  switch (format) {
    case 'png':
      return withChunks(picture, pngChunk('caBX', credentialBoxes))
    case 'jpeg': {
      const head = Buffer.from('JP\0\x01\0\0\0\x01', 'latin1')
      const boxes = jpegSegment(0xeb, Buffer.concat([head, credentialBoxes]))
      return Buffer.concat([picture.subarray(0, 2), boxes, picture.subarray(2)])
    }
    case 'webp': {
      const whole = Buffer.concat([picture, riffChunk('C2PA', credentialBoxes)])
      whole.writeUInt32LE(whole.length - 8, 4)
      return whole
    }
    case 'avif': {
      const box = Buffer.concat([
        Buffer.from('\0\0\0\0uuid', 'latin1'),
        Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'),
        Buffer.from('\0\0\0\0manifest\0', 'latin1'),
        credentialBoxes,
      ])
      box.writeUInt32BE(box.length)
      return Buffer.concat([picture, box])
    }
  }
}
