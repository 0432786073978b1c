import type { OutputInfo, Sharp } from 'sharp'
import type { PictureSize } from './pictureSize'
import type { SharpModule } from './sharp'

/** Where a text may be hidden: in the lowest bit of how transparent each pixel is, or of each of its colours. */
type Place = 'transparency' | 'colours'

/**
 * What such a text begins with, as NovelAI writes it, and the web UI's extension “stealth pnginfo”: as it is, or packed. Its
 * bits go down the first column, then down the next.
 */
const signatures: Readonly<Record<Place, ReadonlySet<string>>> = {
  transparency: new Set(['stealth_pnginfo', 'stealth_pngcomp']),
  colours: new Set(['stealth_rgbinfo', 'stealth_rgbcomp']),
}
const signatureBits = 8 * 'stealth_pnginfo'.length

/** Where a picture hides a text; `size` is that of its pixels as they are stored. Decodes as little of it as is needed. */
export async function hidingPlaces(picture: Sharp, size: PictureSize): Promise<readonly Place[]> {
  const height = Math.min(size.height, signatureBits)
  const width = Math.min(size.width, Math.ceil(signatureBits / height))
  const { data, info } = await picture
    .extract({ left: 0, top: 0, width, height })
    // The pixels are looked at as they are.
    .keepIccProfile()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const channels = channelsOf(info)
  return (['transparency', 'colours'] as const).filter((place) =>
    signatures[place].has(beginning(data, info, channels[place])),
  )
}

/** The numbers of the channels; none of transparency if there is no such. */
function channelsOf({ channels }: OutputInfo): Readonly<Record<Place, readonly number[]>> {
  const all = Array.from({ length: channels }, (_, channel) => channel)
  const hasTransparency = channels % 2 === 0
  return {
    transparency: hasTransparency ? all.slice(-1) : [],
    colours: hasTransparency ? all.slice(0, -1) : all,
  }
}

/** The first lowest bits of some channels, as text. */
function beginning(data: Buffer, { width, height, channels }: OutputInfo, wanted: readonly number[]): string {
  const bits: number[] = []
  for (let pixel = 0; pixel < width * height && bits.length < signatureBits; pixel++) {
    const at = ((pixel % height) * width + Math.floor(pixel / height)) * channels
    bits.push(...wanted.map((channel) => (data[at + channel] ?? 0) & 1))
  }
  const bytes = Array.from({ length: signatureBits / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  return String.fromCharCode(...bytes)
}

/**
 * A picture whose lowest bits are all alike in those places: opaque pixels stay opaque. `info` is that of what it
 * becomes.
 */
export async function withoutHidden(
  sharp: SharpModule,
  places: readonly Place[],
  info: OutputInfo,
): Promise<(picture: Sharp) => Sharp> {
  const { width, height, channels } = info
  const own = channelsOf(info)
  const set = new Set(places.flatMap((place) => own[place]))
  const pixel = Buffer.from(Array.from({ length: channels }, (_, channel) => Number(set.has(channel))))
  const bits = await sharp(pixel, { raw: { width: 1, height: 1, channels } })
    .extend({ right: width - 1, bottom: height - 1, extendWith: 'copy' })
    .png()
    .toBuffer()
  // Greys have as many channels as colours then.
  return (picture) => picture.pipelineColourspace('srgb').boolean(bits, 'or')
}
