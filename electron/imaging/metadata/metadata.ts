import type { ImageFormat } from '@shared/model/image'
import type { ImageDescription } from '@shared/processes/imaging'
import { describedAvif, strippedAvif } from './avifMetadata'
import { strippedGif } from './gifMetadata'
import { describedJpeg, strippedJpeg } from './jpegMetadata'
import { describedPng, strippedPng } from './pngMetadata'
import { describedWebp, strippedWebp } from './webpMetadata'

/** The same picture without a word: what isn't pixels, size, colours or orientation isn't copied. Throws Unfit. */
export const stripped: Readonly<Record<ImageFormat, (bytes: Buffer) => Buffer>> = {
  png: strippedPng,
  jpeg: strippedJpeg,
  webp: strippedWebp,
  avif: strippedAvif,
  gif: strippedGif,
}

/** The same picture with a description, instead of whatever it said. Throws Unfit. */
export const described: Readonly<
  Record<Exclude<ImageFormat, 'gif'>, (bytes: Buffer, description: ImageDescription) => Buffer>
> = { png: describedPng, jpeg: describedJpeg, webp: describedWebp, avif: describedAvif }
