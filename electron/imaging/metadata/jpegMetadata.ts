import { createHash } from 'node:crypto'
import type { ImageDescription } from '@shared/processes/imaging'
import { exifMark } from '../exif/tiff'
import { exifBlock, type Orientation } from './exifBlock'
import { jpegParts } from './jpegParts'
import { marker, segment } from './jpegSegments'
import { type Told, toldOf } from './toolTexts'
import { element, xmpMeta, xmpPacket, xmpProperties } from './xmpPacket'

const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'
const extensionMark = 'http://ns.adobe.com/xmp/extension/\0'

/** The most bytes of a segment, without its marker and length. */
const segmentMaximum = 65_533
/** Of an extension: of its name, and the most of it in one segment. */
const nameBytes = 32
const partBytes = 65_400

/** Pixels, colours and orientation alone. Throws Unfit. */
export async function strippedJpeg(jpeg: Buffer): Promise<Buffer> {
  const { head, picture, orientation } = await jpegParts(jpeg, 'any')
  const turn = orientation === 1 ? [] : [exifSegment(exifBlock({ orientation, told: null }))]
  return Buffer.concat([...head, ...turn, ...picture])
}

/** What our encoder wrote, with a description in place of any that is there. Throws Unfit. */
export async function describedJpeg(jpeg: Buffer, description: ImageDescription): Promise<Buffer> {
  const { head, picture, orientation } = await jpegParts(jpeg, 'own')
  const exif = exifBlock({ orientation, told: toldInJpeg(description, orientation) })
  return Buffer.concat([...head, exifSegment(exif), ...xmpSegments(description), ...picture])
}

/** What stands in EXIF: a prompt that has no room there is only in XMP. */
export function toldInJpeg(description: ImageDescription, orientation: Orientation = 1): Told {
  const told = toldOf(description)
  const hasRoom = exifMark.length + exifBlock({ orientation, told }).length <= segmentMaximum
  return hasRoom ? told : { ...told, comment: '' }
}

const exifSegment = (block: Buffer): Buffer =>
  segment(marker.application, Buffer.concat([Buffer.from(exifMark, 'latin1'), block]))

/** What has room in the packet is there, in the order of the properties: few programs read what continues it. */
function xmpSegments(description: ImageDescription): readonly Buffer[] {
  const { short, long } = xmpProperties(description)
  const packet = (properties: readonly string[]): Buffer => Buffer.from(`${xmpMark}${xmpPacket(properties)}`)
  const whole = packet([...short, ...long])
  if (whole.length <= segmentMaximum) return [segment(marker.application, whole)]
  const continued = (name: string): string => element('xmpNote:HasExtendedXMP', name)
  let room = segmentMaximum - packet([...short, continued('0'.repeat(nameBytes))]).length
  const inside: string[] = []
  const outside: string[] = []
  for (const property of long) {
    const bytes = Buffer.byteLength(property) + 1
    if (bytes > room) outside.push(property)
    else {
      inside.push(property)
      room -= bytes
    }
  }
  const extension = Buffer.from(xmpMeta(outside))
  const name = createHash('md5').update(extension).digest('hex').toUpperCase()
  const main = packet([...short, ...inside, continued(name)])
  const parts = Array.from({ length: Math.ceil(extension.length / partBytes) }, (_, index) => {
    const places = Buffer.alloc(8)
    places.writeUInt32BE(extension.length)
    places.writeUInt32BE(index * partBytes, 4)
    const part = extension.subarray(index * partBytes, (index + 1) * partBytes)
    return segment(marker.application, Buffer.concat([Buffer.from(extensionMark + name), places, part]))
  })
  return [segment(marker.application, main), ...parts]
}
