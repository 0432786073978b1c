import type { CopyLoss } from '@shared/model/copyAccount'
import type { ImageFormat } from '@shared/model/image'
import type { Conversion, Converted, PictureCopy, PictureFacts } from '@shared/processes/imaging'
import type { Metadata, Sharp } from 'sharp'
import { hidingPlaces, withoutHidden } from './hiddenText'
import { readHeader } from './imageHeader'
import { converted, keepsLowestBits, lossesOf } from './pictureConversion'
import { type RawPicture, writeCopies } from './pictureCopies'
import { overwrite, withDescription } from './pictureMetadata'
import type { PictureSize } from './pictureSize'
import { plainPng, tooLarge } from './plainPng'
import { pngFrames } from './pngFrames'
import { createSharedPictures } from './sharedPictures'
import type { SharpModule } from './sharp'
import { Unusable } from './unusable'

/** 16,384 x 16,384. More is a decompression bomb rather than a picture. */
const pixelMaximum = 268_435_456
/**
 * 8,192 x 4,096, for pictures that a decoder holds whole: one of a few hundred bytes could take as much memory as one
 * of megabytes.
 */
const wholeMaximum = 33_554_432
/** Pixels. A larger picture that is held whole is decoded alone, because the memory of several adds up. */
const besideMaximum = 4_194_304
/** Decoded row by row, unless they are stored progressively. */
const inRows: ReadonlySet<ImageFormat> = new Set(['png', 'jpeg'])
/** Pixels per side, the most a JPEG can state: decoders hold many rows at once, however few a picture has. */
const sideMaximum = 65_535
/**
 * By the spaces of 16 bits, those of eight in which their profiles are applied: sharp would take such a picture for P3,
 * and leave greys as they are.
 */
const shallowSpaces: ReadonlyMap<string, string> = new Map([
  ['rgb16', 'srgb'],
  ['grey16', 'b-w'],
])
/** Shrinking a file to this size decodes all of it: every row is read, none is kept. */
const probeEdge = 32

export interface Decoder {
  /**
   * Decodes the whole file; of an animation, the first frame. If it is too large, only its header is read. The copies
   * are written if they can be.
   */
  inspect(path: string, copies: readonly PictureCopy[]): Promise<PictureFacts>
  /** Reads only the header, whatever else is in the file. */
  glance(path: string): Promise<PictureFacts>
  /** Writes copies, each either complete or not there; returns the placeholder. */
  thumbnail(path: string, copies: readonly PictureCopy[]): Promise<string>
  /** Returns the SHA-256 of what it wrote. Also throws Unusable `libraryUnwritable`. */
  convert(path: string, conversion: Conversion): Promise<string>
  /**
   * Whether a text is hidden in the lowest bits of its pixels; null if they can't be decoded. A JPEG keeps no such bits.
   * Throws nothing else.
   */
  hidesText(path: string): Promise<boolean | null>
  /** What that would lose; only transparency is looked for in pixels. */
  losses(path: string, conversion: Converted): Promise<readonly CopyLoss[]>
}

/** Reads untrusted images. All of these throw Unusable. */
export function createDecoder(loadSharp: () => Promise<SharpModule>): Decoder {
  let turn: Promise<unknown> = Promise.resolve()
  /** One piece of work after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  /**
   * `use` and `metadata` are null for a picture that is too large; `size` is what is known about it at that point.
   */
  async function opened(path: string) {
    // The header comes first: a decoder would also unpack anything in the file besides the picture.
    const { format, size: stated } = await readHeader(path)
    const unusable = { format, use: null, metadata: null }
    if (stated !== null && isLarge(stated, !inRows.has(format))) return { ...unusable, size: stated }
    const sharp = await loadSharp().catch((cause: unknown) => {
      throw new Unusable('internal', { cause })
    })
    const plain = format === 'png' ? await plainPng(path) : null
    if (plain === tooLarge) return { ...unusable, size: needed(stated) }
    const source = plain ?? path
    // Only the header, and without sharp's own limit, whose error can't be told from that of a damaged file.
    const metadata = await decoded(sharp(source, { limitInputPixels: false }).metadata(), path)
    if (metadata === tooLarge) return { ...unusable, size: needed(stated) }
    const { autoOrient: size, isProgressive = false } = metadata
    const isHeldWhole = isProgressive || !inRows.has(format)
    if (isLarge(size, isHeldWhole)) return { ...unusable, size }
    const shallow = shallowSpaces.get(metadata.space)
    const image = () => {
      const whole = sharp(source, {
        failOn: 'truncated',
        limitInputPixels: pixelMaximum,
        sequentialRead: true,
      })
      return shallow === undefined ? whole : whole.pipelineColourspace(shallow)
    }
    const use: Use = (make) => {
      const work = () => decoded(make(image()), path)
      return isHeldWhole && size.width * size.height > besideMaximum ? inTurn(work) : work()
    }
    return { format, size, use, metadata }
  }

  /** Unpacked, so that it is cheap to read; null for what a PNG wouldn't hold unchanged, is turned, or is too large. */
  const shared = createSharedPictures(async (path): Promise<Buffer | null> => {
    const { use, size, metadata } = await opened(path)
    if (use === null || !isPlain(metadata) || isTurned(metadata) || size.width * size.height > besideMaximum)
      return null
    const unpacked = await use((picture) => picture.png({ compressionLevel: 0 }).toBuffer())
    return unpacked === tooLarge ? null : unpacked
  })

  async function workOn(unpacked: Buffer): Promise<Use> {
    const sharp = await loadSharp()
    return (work) => decoded(work(sharp(unpacked)), '')
  }

  /** The placeholder, once the copies are written; `tooLarge` if there is nothing to make them of. */
  async function copy(
    use: Use | null,
    copies: readonly PictureCopy[],
    options: { readonly isNeeded: boolean },
  ): Promise<string | typeof tooLarge> {
    if (use === null) return tooLarge
    const edge = Math.max(probeEdge, ...copies.map((one) => one.edge))
    const picture = await use<RawPicture>((whole) =>
      reduced(whole, edge).toBuffer({ resolveWithObject: true }),
    )
    if (picture === tooLarge) return tooLarge
    return await decoded(writeCopies(await loadSharp(), picture, copies, options), '')
  }

  /**
   * The bytes of a copy. What is hidden in the lowest bits of the picture isn't in those of the copy, nor is it if the copy
   * is turned back.
   */
  async function encoded(use: Use, conversion: Conversion, metadata: Metadata | null): Promise<Buffer> {
    const encode = (picture: Sharp) =>
      converted(picture, conversion, metadata?.space ?? 'srgb').toBuffer({ resolveWithObject: true })
    const { data, info } = unlessTooLarge(await use(encode))
    if (!keepsLowestBits(conversion, info)) return data
    const sharp = await loadSharp()
    const own = unlessTooLarge(await decoded(hidingPlaces(sharp(data), info), ''))
    const stored =
      metadata !== null && isTurned(metadata)
        ? unlessTooLarge(await use((picture) => hidingPlaces(picture, metadata)))
        : []
    const places = [...own, ...stored]
    if (places.length === 0) return data
    const cleared = await withoutHidden(sharp, places, info)
    return unlessTooLarge(await use((picture) => encode(cleared(picture)))).data
  }

  return {
    async inspect(path, copies) {
      const { use, format, size } = await opened(path)
      const placeholder = await copy(use, copies, { isNeeded: false })
      const { width, height } = size
      return placeholder === tooLarge
        ? { format, width, height, decoded: false, placeholder: null }
        : { format, width, height, decoded: true, placeholder }
    },
    async glance(path) {
      const { format, size } = await readHeader(path)
      return { format, ...needed(size), decoded: false, placeholder: null }
    },
    async thumbnail(path, copies) {
      const { use } = await opened(path)
      return unlessTooLarge(await copy(use, copies, { isNeeded: true }))
    },
    async convert(path, conversion) {
      const unpacked = conversion.isShared ? await shared.get(path) : null
      const { use, metadata } =
        unpacked === null ? await opened(path) : { use: await workOn(unpacked), metadata: null }
      if (use === null) throw new Unusable('imageTooLarge')
      const bytes = await encoded(use, conversion, metadata)
      return await overwrite(conversion.path, await withDescription(bytes, conversion))
    },
    async hidesText(path) {
      try {
        if ((await readHeader(path)).format === 'jpeg') return false
        const { use, metadata } = await opened(path)
        if (use === null) return null
        return unlessTooLarge(await use((picture) => hidingPlaces(picture, metadata))).length > 0
      } catch (problem) {
        if (problem instanceof Unusable) return null
        throw problem
      }
    },
    async losses(path, conversion) {
      const { use, format, size, metadata } = await opened(path)
      if (use === null) throw new Unusable('imageTooLarge')
      const { pages = 1, depth, bitsPerSample = 16, hasProfile, hasAlpha, space } = metadata
      const alpha =
        conversion.format === 'jpeg' && hasAlpha
          ? unlessTooLarge(await use((picture) => picture.extractChannel('alpha').raw().toBuffer()))
          : null
      return lossesOf(
        {
          size,
          frames: format === 'png' ? await pngFrames(path) : pages,
          bits: depth === 'uchar' ? 8 : bitsPerSample,
          hasProfile,
          space,
          isTransparent: alpha !== null && !isOpaque(alpha),
        },
        conversion,
      )
    },
  }
}

/** Decodes the picture for some work. */
type Use = <T>(work: (picture: Sharp) => Promise<T>) => Promise<T | typeof tooLarge>

/** Upright, in sRGB, and within a square. */
const reduced = (picture: Sharp, edge: number): Sharp =>
  picture
    .autoOrient()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()

/** Eight bits a channel in sRGB, without a profile. */
const isPlain = ({ hasProfile, depth, space }: Metadata): boolean =>
  !hasProfile && depth === 'uchar' && (space === 'srgb' || space === 'b-w')

/** Its pixels aren't stored as they are shown. */
const isTurned = ({ orientation = 1 }: Metadata): boolean => orientation !== 1

/** Whether each byte is 255: all are the same if each is as the next. */
const isOpaque = (alpha: Buffer): boolean =>
  alpha[0] === 255 && alpha.subarray(1).equals(alpha.subarray(0, -1))

const isLarge = ({ width, height }: PictureSize, isHeldWhole: boolean): boolean =>
  width * height > (isHeldWhole ? wholeMaximum : pixelMaximum) || Math.max(width, height) > sideMaximum

function unlessTooLarge<T>(result: T | typeof tooLarge): T {
  if (result === tooLarge) throw new Unusable('imageTooLarge')
  return result as T
}

function needed(size: PictureSize | null): PictureSize {
  if (size === null) throw new Unusable('imageUndecodable')
  return size
}

/** sharp's errors differ only in their English text: what it rejects is either unsupported or damaged. */
async function decoded<T>(work: Promise<T>, path: string): Promise<T | typeof tooLarge> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof Unusable) throw cause
    const words = cause instanceof Error ? cause.message.replaceAll(path, '') : ''
    if (/\b(memory|limit)\b/i.test(words)) return tooLarge
    throw new Unusable('imageUndecodable', { cause })
  }
}
