import type { Conversion } from '@shared/processes/imaging'
import type { Sharp } from 'sharp'

/** 0 to 9: what sharp takes by default needs 12 seconds for an image in its WebAssembly build. */
const avifEffort = 2
/** From this quality on, a JPEG keeps the colour of each pixel. */
const fullColourQuality = 90

/** A picture as a recipe wants it, without the file's metadata. */
export function converted(picture: Sharp, conversion: Conversion): Sharp {
  const { format, quality, longestSide, enlarge, background, profile } = conversion
  let result = picture.autoOrient()
  if (longestSide !== null)
    result = result.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: !enlarge })
  if (format === 'jpeg') result = result.flatten({ background })
  result = profile === 'kept' ? result.keepIccProfile() : result.toColourspace('srgb')
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
