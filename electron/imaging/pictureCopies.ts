import { rename, rm, writeFile } from 'node:fs/promises'
import type { PictureCopy } from '@shared/processes/imaging'
import type { OutputInfo } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { SharpModule } from './sharp'
import { Unusable } from './unusable'

/** 0 to 100. */
const quality = 80
/** Of a PNG, which is read once and thrown away: the fastest. */
const compressionLevel = 1
/** Pixels on the longer side of what a placeholder is computed from; it has no more detail than 7 x 7. */
const placeholderEdge = 32

/** Pixels in sRGB, upright, with one to four channels of eight bits. */
export interface RawPicture {
  readonly data: Buffer
  readonly info: OutputInfo
}

/**
 * Writes copies of a picture that is as large as the largest of them, without metadata, and returns its placeholder.
 * Each path then has a complete file, or none. Throws Unusable `libraryUnwritable` if one is needed and can't be
 * written.
 */
export async function writeCopies(
  sharp: SharpModule,
  { data, info: { width, height, channels } }: RawPicture,
  copies: readonly PictureCopy[],
  { isNeeded }: { readonly isNeeded: boolean },
): Promise<string> {
  const within = (edge: number) =>
    sharp(data, { raw: { width, height, channels } }).resize(edge, edge, {
      fit: 'inside',
      withoutEnlargement: true,
    })
  await Promise.all(
    copies.map(async ({ path, edge, format }) => {
      const copy = within(edge)
      const bytes = await (format === 'png'
        ? copy.png({ compressionLevel })
        : copy.webp({ quality })
      ).toBuffer()
      await writeWhole(path, bytes).catch((cause: unknown) => {
        if (isNeeded) throw new Unusable('libraryUnwritable', { cause })
      })
    }),
  )
  const least = await within(placeholderEdge).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(least.info.width, least.info.height, least.data)).toString('base64')
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temp = `${path}.${process.pid}.tmp`
  try {
    await writeFile(temp, bytes)
    await rename(temp, path)
  } catch (cause) {
    await rm(temp, { force: true })
    throw cause
  }
}
