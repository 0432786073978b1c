import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** How the reading of a body ended. */
export type BodyEnd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut'; readonly error: unknown }
  | { readonly kind: 'tooLarge' }

/** Reads a body to its end or its bound in bytes, after decompression; keeps what came before a cut. */
export async function readBody(
  stream: Readable,
  encoding: string | undefined,
  maximumBytes: number,
): Promise<{ readonly bytes: Buffer; readonly end: BodyEnd }> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of decompressed(stream, encoding)) {
      if (!(chunk instanceof Uint8Array)) continue
      length += chunk.byteLength
      if (length > maximumBytes) return { bytes: Buffer.alloc(0), end: { kind: 'tooLarge' } }
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    }
    return { bytes: Buffer.concat(chunks), end: { kind: 'whole' } }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), end: { kind: 'cut', error } }
  }
}

/** We never ask for compression; a service that compresses all the same is understood. */
export function decompressed(stream: Readable, encoding: string | undefined): Readable {
  const transform = decompressor(encoding)
  if (transform === null) return stream
  stream.once('error', (error) => transform.destroy(error))
  transform.once('close', () => stream.destroy())
  return stream.pipe(transform)
}

function decompressor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}

/** The text of a body in the charset it names, UTF-8 otherwise. */
export function bodyText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
