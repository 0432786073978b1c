import { rename, rm, writeFile } from 'node:fs/promises'
import type { Inspection } from '@shared/processes/imaging'
import { readFormat } from './imageFormat'
import { plainPng } from './plainPng'
import type { SharpModule } from './sharp'
import { Unusable } from './unusable'

/** 16,384 x 16,384. More is a decompression bomb rather than a picture. */
const pixelMaximum = 268_435_456
/** 0 to 100. */
const thumbnailQuality = 80
/** A file is decoded whole by making it this small: every row is read, none is kept. */
const probeEdge = 16

export interface Decoder {
  /** Decodes the whole file. Of an animation: its first frame. */
  inspect(path: string): Promise<Inspection>
  /** Writes a WebP at most `edge` pixels on its longer side, without metadata; `target` is whole or not there. */
  thumbnail(path: string, target: string, edge: number): Promise<void>
}

/** Reads images that nobody vouches for. Both throw Unusable. */
export function createDecoder(loadSharp: () => Promise<SharpModule>): Decoder {
  async function opened(path: string) {
    const format = await readFormat(path)
    const sharp = await loadSharp().catch((cause: unknown) => {
      throw new Unusable('internal', { cause })
    })
    const source = (format === 'png' ? await plainPng(path) : null) ?? path
    const image = () =>
      sharp(source, { failOn: 'truncated', limitInputPixels: pixelMaximum, sequentialRead: true })
    // The header alone, and without sharp's own limit, whose error can't be told from that of a damaged file.
    const { autoOrient, width, height } = await decoded(sharp(source, { limitInputPixels: false }).metadata())
    if (width * height > pixelMaximum) throw new Unusable('imageTooLarge')
    return { image, inspection: { format, width: autoOrient.width, height: autoOrient.height } }
  }

  return {
    async inspect(path) {
      const { image, inspection } = await opened(path)
      await decoded(image().resize(probeEdge, probeEdge, { fit: 'fill' }).raw().toBuffer())
      return inspection
    },
    async thumbnail(path, target, edge) {
      const { image } = await opened(path)
      const bytes = await decoded(
        image()
          .autoOrient()
          .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: thumbnailQuality })
          .toBuffer(),
      )
      await writeWhole(target, bytes)
    },
  }
}

/** sharp tells nothing apart but by its English: whatever it rejects is a damaged file. */
function decoded<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new Unusable('imageUndecodable', { cause })
  })
}

async function writeWhole(target: string, bytes: Buffer): Promise<void> {
  const temp = `${target}.${process.pid}.tmp`
  try {
    await writeFile(temp, bytes)
    await rename(temp, target)
  } catch (cause) {
    await rm(temp, { force: true })
    throw new Unusable('libraryUnwritable', { cause })
  }
}
