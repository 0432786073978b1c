import { createHash } from 'node:crypto'
import type { ImageDescription } from '@shared/processes/imaging'
import { exifMark } from '../exif/tiff'
import { isColourProfile } from './colourProfile'
import { exifBlock, type Orientation, orientationIn } from './exifBlock'
import { toldOf } from './toolTexts'
import { Unfit } from './unfit'
import { element, xmpMeta, xmpPacket, xmpProperties } from './xmpPacket'

const xmpMark = 'http://ns.adobe.com/xap/1.0/\0'
const profileMark = 'ICC_PROFILE\0'
const extensionMark = 'http://ns.adobe.com/xmp/extension/\0'

/** The most bytes of a segment, without its marker and length. */
const segmentMaximum = 65_533
/** Of an extension: of its name, and the most of it in one segment. */
const nameBytes = 32
const partBytes = 65_400

const marker = {
  begin: 0xd8,
  end: 0xd9,
  pixels: 0xda,
  jfif: 0xe0,
  application: 0xe1,
  profile: 0xe2,
  adobe: 0xee,
}

/** Tables, frames, scans and restarts: without them there is no picture. Those of layered ones are unknown here. */
const ofPicture: ReadonlySet<number> = new Set([
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf],
  ...[0xda, 0xdb, 0xdd],
])

/** Pixels, colours and orientation alone. Throws Unfit. */
export function strippedJpeg(jpeg: Buffer): Buffer {
  const { frame, rest, orientation } = plain(jpeg)
  const turn = orientation === 1 ? [] : [exifSegment(exifBlock({ orientation, told: null }))]
  return Buffer.concat([...frame, ...turn, ...rest])
}

/** Those and a description, in place of any that is there. Throws Unfit. */
export function describedJpeg(jpeg: Buffer, description: ImageDescription): Buffer {
  const { frame, rest, orientation } = plain(jpeg)
  const told = toldOf(description)
  const whole = exifBlock({ orientation, told })
  // A prompt that has no room there is in XMP.
  const isShort = exifMark.length + whole.length <= segmentMaximum
  const exif = isShort ? whole : exifBlock({ orientation, told: { ...told, comment: '' } })
  return Buffer.concat([...frame, exifSegment(exif), ...xmpSegments(description), ...rest])
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

function segment(kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

interface Plain {
  /** The beginning, after which a description belongs. */
  readonly frame: readonly Buffer[]
  readonly rest: readonly Buffer[]
  readonly orientation: Orientation
}

function plain(jpeg: Buffer): Plain {
  const frame: Buffer[] = [Buffer.from([0xff, marker.begin])]
  const rest: Buffer[] = []
  let orientation: Orientation = 1
  let isProfile = false
  let at = 2
  for (;;) {
    if (at + 4 > jpeg.length && !(at + 2 <= jpeg.length && jpeg[at + 1] === marker.end)) throw unfit()
    const kind = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) throw unfit()
    if (kind === 0xff) {
      at += 1
      continue
    }
    if (kind === marker.end) break
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end > jpeg.length || end < at + 4) throw unfit()
    const data = jpeg.subarray(at + 4, end)
    if (kind === marker.jfif && begins(data, 'JFIF\0')) frame.push(segment(kind, withoutThumbnail(data)))
    else if (kind === marker.application && begins(data, exifMark))
      orientation = orientationIn(data.subarray(exifMark.length))
    else if (kind === marker.profile && begins(data, profileMark)) {
      // The first part has the signature.
      isProfile ||= isColourProfile(data.subarray(profileMark.length + 2))
      if (isProfile) rest.push(jpeg.subarray(at, end))
    } else if (kind === marker.adobe && begins(data, 'Adobe')) rest.push(segment(kind, data.subarray(0, 12)))
    else if (ofPicture.has(kind)) rest.push(jpeg.subarray(at, end))
    at = kind === marker.pixels ? scanEnd(jpeg, end) : end
    if (kind === marker.pixels) rest.push(jpeg.subarray(end, at))
  }
  rest.push(Buffer.from([0xff, marker.end]))
  if (!rest.some((part) => part[1] === marker.pixels)) throw unfit()
  return { frame: frame.slice(0, 2), rest, orientation }
}

const unfit = (): Unfit => new Unfit()

const begins = (data: Buffer, mark: string): boolean => data.toString('latin1', 0, mark.length) === mark

function withoutThumbnail(data: Buffer): Buffer {
  if (data.length < 14) throw unfit()
  return Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)])
}

/** Where the pixels of a scan end: at a marker that is none of their own. */
function scanEnd(jpeg: Buffer, from: number): number {
  // Not by `indexOf`: called as often as this, it ends the process in the V8 of Electron 33.
  for (let at = from; at + 1 < jpeg.length; at++) {
    if (jpeg[at] !== 0xff) continue
    const next = jpeg[at + 1] ?? 0
    const isOwn = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isOwn) return at
  }
  throw unfit()
}
