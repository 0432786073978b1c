import { TextDecoder } from 'node:util'
import { fileSignatureBytes, markupOf, rootElement } from '@shared/model/fileSignature'
import { plainPieces } from '../plainFile'
import { noText } from '../service/answers/imageBytes'

/** The most of a text that is kept, in bytes. */
export const keptMaximum = 256 * 1024

/** Text that came where an image was to come. */
export interface TextAnswer {
  /** The beginning, at most 256 KB of the file. */
  readonly text: string
  /** A web page: a network may ask for a login. */
  readonly isPage: boolean
}

/**
 * Reads a file that is text to its last byte: JSON, XML, HTML and words. Null for anything else. Markup may have any
 * encoding; other text is UTF-8, or UTF-16 with its mark. Throws what the drive says.
 */
export async function readTextAnswer(path: string): Promise<TextAnswer | null> {
  let decoder: TextDecoder | null = null
  let kept = ''
  let bytes = 0
  let isMarkup = false
  for await (const piece of plainPieces(path, Buffer.allocUnsafe(fileSignatureBytes))) {
    if (decoder === null) {
      isMarkup = rootElement(markupOf(piece)) !== null
      decoder = new TextDecoder(encodingOf(piece), { fatal: !isMarkup })
    }
    const text = decodedBy(decoder, piece)
    if (text === null || noText.test(text)) return null
    if (bytes < keptMaximum) kept += text
    bytes += piece.byteLength
  }
  return { text: kept, isPage: isMarkup && !/^\s*<\?xml\b/i.test(kept) }
}

/** A character that isn't whole yet waits for the next piece. */
function decodedBy(decoder: TextDecoder, piece: Uint8Array): string | null {
  try {
    return decoder.decode(piece, { stream: true })
  } catch {
    return null
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
