import type { CopyLoss } from '@shared/model/copyAccount'
import { sizeWithin } from '@shared/model/exportRecipe'
import type { Converted } from '@shared/processes/imaging'
import type { OutputInfo, Sharp } from 'sharp'
import type { PictureSize } from './pictureSize'

/** 0 to 9: what sharp takes by default needs 12 seconds for an image in its WebAssembly build. */
const avifEffort = 2
/** From this quality on, a JPEG keeps the colour of each pixel. */
const fullColourQuality = 90

/** A picture as a recipe wants it, without the file's metadata. `space` is that of its colours, as sharp calls it. */
export function converted(picture: Sharp, conversion: Converted, space: string): Sharp {
  const { format, quality, longestSide, enlarge, background } = conversion
  let result = picture.autoOrient()
  if (longestSide !== null)
    result = result.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: !enlarge })
  if (format === 'jpeg') result = result.flatten({ background })
  result = keepsProfile(conversion, space) ? result.keepIccProfile() : result.toColourspace('srgb')
  switch (format) {
    case 'png':
      return result.png()
    case 'jpeg':
      return result.jpeg({
        quality,
        chromaSubsampling: quality >= fullColourQuality ? '4:4:4' : '4:2:0',
      })
    case 'webp':
      return result.webp({ quality })
    case 'avif':
      return result.avif({ quality, effort: avifEffort })
  }
}

/** Whether a copy may have the lowest bits of its picture: WebP and AVIF keep those of transparency alone. */
export const keepsLowestBits = ({ format }: Converted, { channels }: OutputInfo): boolean =>
  format === 'png' || channels % 2 === 0

/** Copies are RGB: the profile of greys or inks doesn't fit them, and would change how the picture looks. */
const keepsProfile = ({ profile }: Converted, space: string): boolean =>
  profile === 'kept' && (space === 'srgb' || space === 'rgb16')

/** What a conversion may lose. */
export interface PictureLook {
  /** Upright. */
  readonly size: PictureSize
  /** Of an animation; 1 for a picture that stands still. */
  readonly frames: number
  /** Of a channel. */
  readonly bits: number
  readonly hasProfile: boolean
  /** Of its colours, as sharp calls it. */
  readonly space: string
  /** Some of its pixels are. */
  readonly isTransparent: boolean
}

/** What is lost by `converted`. */
export function lossesOf(picture: PictureLook, conversion: Converted): readonly CopyLoss[] {
  const { format, quality, background } = conversion
  const { size, frames, bits, hasProfile, space, isTransparent } = picture
  const written = sizeWithin(size, conversion)
  const losses: readonly (CopyLoss | false)[] = [
    frames > 1 && { kind: 'frames', frames },
    written.width * written.height < size.width * size.height && { kind: 'size', ...written },
    format === 'jpeg' && isTransparent && { kind: 'transparency', background },
    bits > 8 && { kind: 'depth', bits },
    (hasProfile || space === 'cmyk') && !keepsProfile(conversion, space) && { kind: 'profile' },
    format !== 'png' && { kind: 'exactness', quality },
  ]
  return losses.filter((loss) => loss !== false)
}
