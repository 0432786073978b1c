import { deflateSync } from 'node:zlib'
import { described } from '../../../../electron/imaging/pictureMetadata'
import { pngChunk } from '../../../support/pngFile'
import {
  ascii,
  exifBlock,
  internationalChunk,
  jpegSegment,
  packedChunk,
  riffChunk,
  textChunk,
  userComment,
  utf16,
  withCredentials,
} from '../../../support/toldImages'
import { drawing, encoded, picture } from './samplePictures'

/** Files that tell something in every place that their format has, and in some that it hasn't. */

/** What must not be found: a prompt, a key, a task id and a name. */
export interface Secrets {
  readonly prompt: string
  readonly key: string
  readonly taskId: string
  readonly name: string
}

const description = ({ prompt, taskId, name }: Secrets) => ({
  prompt,
  revisedPrompt: `${prompt}, revised`,
  model: name,
  system: name,
  size: null,
  n: 1,
  taskId,
  savedAt: 0,
  rating: 3,
  collections: [name],
  hasReferences: false,
  width: 64,
  height: 48,
  forWebUi: true,
})

/** All of them, in an encoding that depends on the number. */
function words(secrets: Secrets, number: number): Buffer {
  const text = Object.values(secrets).join(' ')
  const encodings: readonly Buffer[] = [
    Buffer.from(text),
    utf16(text, { isLittle: true }),
    utf16(text, { isLittle: false }),
    Buffer.from(encodeURIComponent(text)),
    Buffer.from(Buffer.from(text).toString('base64')),
    deflateSync(text),
  ]
  return encodings[number % encodings.length] ?? Buffer.alloc(0)
}

const exif = (secrets: Secrets, number: number): Buffer =>
  exifBlock({
    first: [ascii(0x010e, secrets.prompt), ascii(0x013b, secrets.name)],
    more: [userComment('UNICODE', words(secrets, number))],
  })

function tellingPng(plain: Buffer, secrets: Secrets, number: number): Buffer {
  const at = plain.indexOf('IDAT', 0, 'latin1') - 4
  const last = plain.length - 12
  const own = words(secrets, number)
  return Buffer.concat([
    plain.subarray(0, at),
    textChunk('parameters', own),
    packedChunk('Comment', secrets.prompt),
    internationalChunk('prompt', secrets.prompt, { packed: true, language: secrets.name }),
    internationalChunk('XML:com.adobe.xmp', secrets.taskId),
    pngChunk('eXIf', exif(secrets, number)),
    pngChunk('tIME', Buffer.from('20240501', 'hex')),
    pngChunk('prVt', own),
    pngChunk('iCCP', Buffer.concat([Buffer.from(`${secrets.name}\0\0`), deflateSync('no profile'), own])),
    plain.subarray(at, last),
    pngChunk('IDAT', own),
    textChunk('Late', own),
    plain.subarray(last),
    own,
    plain,
  ])
}

function tellingJpeg(plain: Buffer, secrets: Secrets, number: number): Buffer {
  const own = words(secrets, number)
  const marked = (mark: string): Buffer => Buffer.concat([Buffer.from(mark, 'latin1'), own])
  return Buffer.concat([
    plain.subarray(0, 2),
    jpegSegment(0xe0, marked('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01')),
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(secrets, number)])),
    jpegSegment(0xe1, marked('http://ns.adobe.com/xap/1.0/\0')),
    jpegSegment(0xe1, marked('http://ns.adobe.com/xmp/extension/\0')),
    jpegSegment(0xe2, marked('MPF\0')),
    jpegSegment(0xeb, marked('JP\0\x01')),
    jpegSegment(0xed, marked('Photoshop 3.0\0')),
    jpegSegment(0xee, marked('Adobe\0\x64\0\0\0\0\x01')),
    jpegSegment(0xfe, own),
    jpegSegment(0xdd, Buffer.concat([Buffer.alloc(2), own])),
    plain.subarray(2, -2),
    own,
    plain.subarray(-2),
    own,
    plain,
  ])
}

function tellingWebp(plain: Buffer, secrets: Secrets, number: number): Buffer {
  const own = words(secrets, number)
  const body = [
    described.webp(plain, description(secrets)).subarray(12),
    riffChunk('EXIF', exif(secrets, number)),
    riffChunk('XMP ', own),
    riffChunk('C2PA', own),
    riffChunk('prVt', own),
  ]
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + Buffer.concat(body).length, 4)
  return Buffer.concat([head, ...body, own])
}

function tellingAvif(plain: Buffer, secrets: Secrets, number: number): Buffer {
  const own = words(secrets, number)
  const box = (type: string): Buffer => {
    const bytes = Buffer.concat([Buffer.from(`\0\0\0\0${type}`, 'latin1'), own])
    bytes.writeUInt32BE(bytes.length)
    return bytes
  }
  const told = described.avif(plain, description(secrets))
  return Buffer.concat([withCredentials(told, 'avif'), box('free'), box('uuid'), box('prVt'), own])
}

/** A block behind the pixels, a comment, what a program may add, and what follows the end. */
function tellingGif(plain: Buffer, secrets: Secrets, number: number): Buffer {
  const own = words(secrets, number).subarray(0, 255)
  const block = (head: string): Buffer =>
    Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from([own.length]), own, Buffer.alloc(1)])
  // A zero ends the blocks of the picture.
  return Buffer.concat([
    plain.subarray(0, -2),
    block(''),
    block('!\xfe'),
    block('!\xff\x0bXMP DataXMP'),
    plain.subarray(-1),
    own,
  ])
}

export const tellingFormats = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const
export type TellingFormat = (typeof tellingFormats)[number]

const tellers = {
  png: tellingPng,
  jpeg: tellingJpeg,
  webp: tellingWebp,
  avif: tellingAvif,
  gif: tellingGif,
} as const

/** The picture alone, and the file that tells. */
export async function tellingFile(
  format: TellingFormat,
  secrets: Secrets,
  number: number,
): Promise<{ readonly plain: Buffer; readonly telling: Buffer }> {
  const look = { width: 16 + (number % 9), height: 12, shade: number }
  const plain =
    format === 'gif' ? await drawing(look).gif({ effort: 1 }).toBuffer() : await picture(format, look)
  return { plain, telling: tellers[format](plain, secrets, number) }
}

/** Turned by EXIF, or as AVIF does it. */
export const turned = (format: 'png' | 'jpeg' | 'webp' | 'avif'): Promise<Buffer> =>
  encoded(
    drawing()
      .withExif({ IFD0: { ImageDescription: 'a told fern' } })
      .withMetadata({ orientation: 6 }),
    format,
  )
