import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImageFormat } from '@shared/model/image'
import sharp from 'sharp'
import { pngFile } from '../../support/pngFile'

/** A picture with enough detail that a truncated file is missing something. */
export function sample(width: number, height: number): ReturnType<typeof sharp> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7919 + Math.floor(at / width) * 31) % 251
  return sharp(pixels, { raw: { width, height, channels: 3 } }).blur(1.5)
}

/** Bytes of a picture in a format; AVIF at its lowest effort. */
export function encoded(format: ImageFormat, width: number, height: number): Promise<Buffer> {
  const picture = sample(width, height)
  return (format === 'avif' ? picture.avif({ effort: 0 }) : picture.toFormat(format)).toBuffer()
}

/** Writes a file and returns its path. */
export function fileOf(folder: string, name: string, bytes: Buffer | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** A PNG of a few hundred bytes that claims to be `side` pixels wide and high. */
export function bombPng(side: number): Buffer {
  return pngFile({ edge: side, colour: [1, 0], rows: Buffer.alloc(100_000) })
}

let bomb: Promise<Buffer> | undefined

/** A small file whose decoding takes about 250 MB, because a decoder of such a JPEG keeps all its scans. */
export function memoryBomb(): Promise<Buffer> {
  bomb ??= sharp({ create: { width: 5_790, height: 5_790, channels: 3, background: '#336699' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return bomb
}
