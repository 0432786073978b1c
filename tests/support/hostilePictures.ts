import { deflateSync } from 'node:zlib'
import { avifFile } from './avifFile'
import { pngChunk, withChunks } from './pngFile'
import { plainPicture, pngWith, textChunk } from './toldImages'

/** Files of little that would take long to read, whole pictures but for the AVIF. */

const megabyte = 1024 * 1024

/** A PNG of 356 bytes whose graph has a node that takes its text from itself, five times over. */
export async function selfNamingPng(): Promise<Buffer> {
  const itself = ['2', 0]
  const graph = {
    1: { class_type: 'CLIPTextEncode', inputs: { text: itself } },
    2: {
      class_type: 'Text',
      inputs: { value: itself, string: itself, text: itself, prompt: itself, Text: itself },
    },
  }
  return await pngWith([textChunk('prompt', JSON.stringify(graph))], { width: 1, height: 1 })
}

/** A PNG with a text of words far apart. */
export const spacedPng = (spaces: number): Promise<Buffer> =>
  pngWith([textChunk('Description', `a fern${' '.repeat(spaces)}in the rain`)])

/** A PNG whose chunks alternate between no pixels and a colour profile, as often as asked for. */
export async function emptyPixelsPng(times: number): Promise<Buffer> {
  const profile = Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.alloc(600))])
  const pair = Buffer.concat([pngChunk('iCCP', profile), pngChunk('IDAT', Buffer.alloc(0))])
  const png = await plainPicture({}).png().toBuffer()
  return withChunks(png, pngChunk('iCCP', profile), ...Array.from({ length: times }, () => pair))
}

/** A PNG of colour profiles, each of which unpacks to more than one may have. */
export async function profilesPng(profiles: number): Promise<Buffer> {
  const data = deflateSync(Buffer.alloc(4 * megabyte + 1))
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), data]))
  return withChunks(await plainPicture({}).png().toBuffer(), ...Array.from({ length: profiles }, () => chunk))
}

/** A PNG that says the same once more and again, each time packed: it unpacks to most of a megabyte. */
export async function repeatedPng(texts: number): Promise<Buffer> {
  const data = deflateSync(Buffer.alloc(megabyte - 1000, 'fern '))
  const chunk = pngChunk('zTXt', Buffer.concat([Buffer.from('Description\0\0', 'latin1'), data]))
  return await pngWith(Array.from({ length: texts }, () => chunk))
}

/** Bytes of an entry of the box that says where items are: an id, where its data is counted from, and one extent. */
const placeBytes = 14

/** An AVIF of many descriptions that all have the same megabyte. */
export async function sharedItemsAvif(items: number): Promise<Buffer> {
  const words = Buffer.alloc(megabyte - 8, ' ')
  const described = Array.from({ length: items }, () => ({
    type: 'mime\0application/rdf+xml',
    data: Buffer.alloc(0),
    properties: [],
  }))
  const picture = { type: 'av01', data: Buffer.alloc(8), properties: [1] }
  const size = Buffer.from('0000001469737065000000000000002000000018', 'hex')
  const avif = avifFile([picture, ...described], [size])
  const places = avif.indexOf('iloc') + 12
  for (let item = 1; item <= items; item++) {
    avif.writeUInt32BE(avif.length + 8, places + item * placeBytes + 6)
    avif.writeUInt32BE(words.length, places + item * placeBytes + 10)
  }
  const free = Buffer.from('\0\0\0\0free', 'latin1')
  free.writeUInt32BE(words.length + free.length)
  return Buffer.concat([avif, free, words])
}
