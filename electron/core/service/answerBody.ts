import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type AnswerFrame, FrameTooLarge } from './answerFrame'

/** How the reading of a body ended. */
export type BodyEnd = 'whole' | 'cut' | 'tooLarge'

/**
 * Reads a body into its frame, to its end or to its limit in bytes. If it was cut off, the frame has what came before.
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  frame: AnswerFrame,
  maximumBytes: number,
): Promise<BodyEnd> {
  let length = 0
  try {
    for await (const chunk of chunks) {
      length += chunk.byteLength
      if (length > maximumBytes) return 'tooLarge'
      await frame.push(chunk)
    }
    return 'whole'
  } catch (error) {
    return error instanceof FrameTooLarge ? 'tooLarge' : 'cut'
  }
}

/** We never ask for compression, but we understand a service that compresses anyway. */
export function decompressed(stream: Readable, encoding: string | undefined): Readable {
  const transform = decompressor(encoding)
  if (transform === null) return stream
  // The reader receives errors; an error that comes before anyone reads must not end the process.
  return pipeline(stream, transform, () => undefined)
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
