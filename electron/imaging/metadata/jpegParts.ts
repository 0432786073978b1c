import { exifMark } from '../exif/tiff'
import { plainProfile } from './colourProfile'
import { type Orientation, orientationIn } from './exifBlock'
import { createJpegPicture, type Pixels } from './jpegPicture'
import { marker, segment } from './jpegSegments'
import { Unfit } from './unfit'

const profileMark = 'ICC_PROFILE\0'
/** Of a part of a profile, with the mark: its number and how many there are. */
const profileHeadBytes = profileMark.length + 2
const profilePartMaximum = 65_519

export interface JpegParts {
  /** The beginning, after which a description belongs. */
  readonly head: readonly Buffer[]
  readonly picture: readonly Buffer[]
  readonly orientation: Orientation
}

/** What a JPEG shows. Throws Unfit. */
export async function jpegParts(jpeg: Buffer, pixels: Pixels): Promise<JpegParts> {
  const picture = createJpegPicture(jpeg, pixels)
  let jfif: Buffer | null = null
  let adobe: Buffer | null = null
  /** By their numbers: of each, the first counts. */
  const profile = new Map<number, Buffer>()
  let orientation: Orientation | null = null
  let at = 2
  for (;;) {
    if (at + 4 > jpeg.length && !(at + 2 <= jpeg.length && jpeg[at + 1] === marker.end)) throw new Unfit()
    const kind = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) throw new Unfit()
    if (kind === 0xff) {
      at += 1
      continue
    }
    if (kind === marker.end) break
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end > jpeg.length || end < at + 4) throw new Unfit()
    const data = jpeg.subarray(at + 4, end)
    if (kind === marker.jfif && begins(data, 'JFIF\0')) jfif ??= plainJfif(data)
    else if (kind === marker.application && begins(data, exifMark))
      orientation ??= orientationIn(data.subarray(exifMark.length))
    else if (kind === marker.profile && begins(data, profileMark)) {
      const part = data[profileHeadBytes - 2] ?? 0
      if (!profile.has(part)) profile.set(part, data)
    } else if (kind === marker.adobe && begins(data, 'Adobe')) {
      const colours = plainAdobe(data)
      if (adobe !== null && !adobe.equals(colours)) throw new Unfit()
      adobe = colours
    }
    at = kind === marker.pixels ? await picture.scan(data, end) : end
    if (kind !== marker.pixels) picture.add(kind, data)
  }
  return {
    head: [Buffer.from([0xff, marker.begin]), ...(jfif === null ? [] : [jfif])],
    picture: [
      ...(adobe === null ? [] : [adobe]),
      ...profileSegments([...profile.values()]),
      ...picture.segments(),
      Buffer.from([0xff, marker.end]),
    ],
    orientation: orientation ?? 1,
  }
}

const begins = (data: Buffer, mark: string): boolean => data.toString('latin1', 0, mark.length) === mark

/** Without a thumbnail. */
function plainJfif(data: Buffer): Buffer {
  if (data.length < 14) throw new Unfit()
  return segment(marker.jfif, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]))
}

/** How colours are stored; what else it may say is for Adobe's own programs. */
function plainAdobe(data: Buffer): Buffer {
  if (data.length < 12) throw new Unfit()
  return segment(
    marker.adobe,
    Buffer.concat([Buffer.from('Adobe\0\x64\0\0\0\0', 'latin1'), data.subarray(11, 12)]),
  )
}

/** Of a profile that is there whole, its parts; of anything else, none. */
function profileSegments(parts: readonly Buffer[]): readonly Buffer[] {
  const count = parts[0]?.[profileHeadBytes - 1] ?? 0
  const joined = Array.from({ length: count }, (_, index) =>
    parts.find((part) => part[profileHeadBytes - 2] === index + 1)?.subarray(profileHeadBytes),
  )
  const whole = joined.every((part) => part !== undefined) ? plainProfile(Buffer.concat(joined)) : null
  if (whole === null) return []
  const needed = Math.ceil(whole.length / profilePartMaximum)
  return Array.from({ length: needed }, (_, index) =>
    segment(
      marker.profile,
      Buffer.concat([
        Buffer.from(profileMark, 'latin1'),
        Buffer.from([index + 1, needed]),
        whole.subarray(index * profilePartMaximum, (index + 1) * profilePartMaximum),
      ]),
    ),
  )
}
