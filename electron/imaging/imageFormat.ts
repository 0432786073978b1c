import { open } from 'node:fs/promises'
import type { ImageFormat } from '@shared/model/image'
import { Unusable } from './unusable'

const sniffedBytes = 64

/** Reads the brands of an ISO media file's `ftyp` box, the major one first. */
function brands(head: Buffer): readonly string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(head.readUInt32BE(0), head.length)
  const found = [head.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(head.toString('latin1', at, at + 4))
  return found
}

/** The format by a file's first bytes, whatever its name or the server said; null for anything else. */
export function formatOf(head: Buffer): ImageFormat | null {
  const text = head.toString('latin1', 0, 12)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  if (brands(head).some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return null
}

/**
 * The format of a file by its content. It decides what reaches a decoder at all: sharp would also read SVG,
 * PDF and others, which can refer to further files. Throws Unusable `imageNotAnImage` or `imageLost`.
 */
export async function readFormat(path: string): Promise<ImageFormat> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
    const format = formatOf(buffer.subarray(0, bytesRead))
    if (format === null) throw new Unusable('imageNotAnImage')
    return format
  } finally {
    await file.close()
  }
}
