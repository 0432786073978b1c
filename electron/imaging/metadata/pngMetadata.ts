import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { ImageDescription } from '@shared/processes/imaging'
import { plainProfile } from './colourProfile'
import { exifBlock, type Orientation, orientationIn } from './exifBlock'
import { type Chunk, createPictureChunks, isOfPicture, withoutOverridden } from './pngChunks'
import { plainPixels } from './pngPixels'
import { toolTexts } from './toolTexts'
import { Unfit } from './unfit'
import { wholePacket } from './xmpPacket'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const profileMaximum = 4 * 1024 * 1024

/** Pixels, colours and orientation alone. Throws Unfit. */
export async function strippedPng(png: Buffer): Promise<Buffer> {
  const { chunks, orientation } = plain(png)
  return written({ chunks: await plainPixels(chunks), orientation }, [])
}

/** What our encoder wrote, with a description in place of any that is there. Throws Unfit. */
export function describedPng(png: Buffer, description: ImageDescription): Buffer {
  return written(plain(png), [
    text('XML:com.adobe.xmp', wholePacket(description)),
    ...toolTexts(description).map((one) => text(one.keyword, one.text)),
  ])
}

/** Unpacked: many programs don't unpack it. */
function text(keyword: string, value: string): Chunk {
  // Not packed, no language, no translated keyword.
  return {
    type: 'iTXt',
    data: Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(value)]),
  }
}

interface Plain {
  readonly chunks: readonly Chunk[]
  readonly orientation: Orientation
}

function plain(png: Buffer): Plain {
  if (!png.subarray(0, signature.length).equals(signature)) throw new Unfit()
  const picture = createPictureChunks()
  let orientation: Orientation | null = null
  let hasProfile = false
  let at = signature.length
  while (picture.chunks.at(-1)?.type !== 'IEND') {
    const length = at + 12 > png.length ? Number.POSITIVE_INFINITY : png.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > png.length) throw new Unfit()
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, end)
    if (type === 'eXIf') orientation ??= orientationIn(data)
    else if (type === 'iCCP') {
      const found = hasProfile ? null : profile(data)
      if (found !== null) picture.add(found)
      hasProfile = true
    } else if (isOfPicture(type)) {
      if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Unfit()
      picture.add({ type, data })
    }
    at = end + 4
  }
  return { chunks: withoutOverridden(picture.chunks), orientation: orientation ?? 1 }
}

/** Packed anew under no name of its own: nothing else is left in it. */
function profile(data: Buffer): Chunk | null {
  const end = data.indexOf(0)
  try {
    const plain = plainProfile(inflateSync(data.subarray(end + 2), { maxOutputLength: profileMaximum }))
    if (plain === null) return null
    return { type: 'iCCP', data: Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(plain)]) }
  } catch {
    return null
  }
}

function written({ chunks, orientation }: Plain, added: readonly Chunk[]): Buffer {
  const turn = orientation === 1 ? [] : [{ type: 'eXIf', data: exifBlock({ orientation, told: null }) }]
  const pixels = chunks.findIndex(({ type }) => type === 'IDAT')
  if (pixels < 0 || chunks[0]?.type !== 'IHDR') throw new Unfit()
  const all = [...chunks.slice(0, pixels), ...turn, ...added, ...chunks.slice(pixels)]
  return Buffer.concat([signature, ...all.flatMap(framed)])
}

function framed({ type, data }: Chunk): readonly Buffer[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))))
  return [head, data, sum]
}
