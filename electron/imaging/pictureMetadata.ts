import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { ImageFormat } from '@shared/model/image'
import type { Conversion, ImageDescription } from '@shared/processes/imaging'
import { readHeader } from './imageHeader'
import { describedAvif, strippedAvif } from './metadata/avifMetadata'
import { strippedGif } from './metadata/gifMetadata'
import { describedJpeg, strippedJpeg } from './metadata/jpegMetadata'
import { describedPng, strippedPng } from './metadata/pngMetadata'
import { Unfit } from './metadata/unfit'
import { describedWebp, strippedWebp } from './metadata/webpMetadata'
import { wholePacket } from './metadata/xmpPacket'
import { Unusable } from './unusable'

/** The most bytes of a file that is copied in memory. */
const fileMaximum = 256 * 1024 * 1024

/** The same picture without a word: what isn't pixels, size, colours or orientation isn't copied. Throws Unfit. */
export const stripped: Readonly<Record<ImageFormat, (bytes: Buffer) => Buffer | Promise<Buffer>>> = {
  png: strippedPng,
  jpeg: strippedJpeg,
  webp: strippedWebp,
  avif: strippedAvif,
  gif: strippedGif,
}

/** A picture of our encoder with a description, instead of whatever it said. Throws Unfit. */
export const described = {
  png: describedPng,
  jpeg: describedJpeg,
  webp: describedWebp,
  avif: describedAvif,
} satisfies Record<
  Exclude<ImageFormat, 'gif'>,
  (bytes: Buffer, description: ImageDescription) => Buffer | Promise<Buffer>
>

/** A converted picture with what its recipe says about it. Throws Unusable `metadataUnfit`. */
export async function withDescription(picture: Buffer, { format, description }: Conversion): Promise<Buffer> {
  return description === null ? picture : await unlessUnfit(() => described[format](picture, description))
}

/**
 * Writes the same picture without anything that it says into an existing file; its pixels stay as they are. Throws
 * Unusable `imageLost`, `imageNotAnImage`, `imageTooLarge`, `metadataUnfit` or `libraryUnwritable`. Returns as `overwrite`.
 */
export async function strip(path: string, target: string): Promise<string> {
  return await overwrite(target, await strippedFile(path))
}

/** What `strip` writes. Throws as that. */
export async function strippedFile(path: string): Promise<Buffer> {
  const { format } = await readHeader(path)
  const { size } = await stat(path).catch(lost)
  if (size > fileMaximum) throw new Unusable('imageTooLarge')
  const bytes = await readFile(path).catch(lost)
  return await unlessUnfit(() => stripped[format](bytes))
}

/** Writes what a recipe says about a picture into an existing file of its own. Throws Unusable `libraryUnwritable`. */
export async function writeSidecar(target: string, description: ImageDescription): Promise<string> {
  return await overwrite(target, Buffer.from(wholePacket(description)))
}

function lost(cause: unknown): never {
  throw new Unusable('imageLost', { cause })
}

async function unlessUnfit(work: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Unfit) throw new Unusable('metadataUnfit', { cause })
    throw cause
  }
}

/**
 * Writes into a file that is there, so that its permissions stay. Returns the sha256 of what was written. Throws Unusable
 * `libraryUnwritable`.
 */
export async function overwrite(path: string, bytes: Buffer): Promise<string> {
  await writeFile(path, bytes, { flag: 'r+' }).catch((cause: unknown) => {
    throw new Unusable('libraryUnwritable', { cause })
  })
  return createHash('sha256').update(bytes).digest('hex')
}
