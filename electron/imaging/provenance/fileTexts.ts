import type { FileHandle } from 'node:fs/promises'

/** What a file has besides its picture, before anything is made of it. */
export interface FileTexts {
  /** By keyword, as PNG has them. */
  readonly named: ReadonlyMap<string, string>
  /** A TIFF block. */
  readonly exif: Buffer | null
  readonly xmp: string | null
  /** Content Credentials, which are found but not read. */
  readonly hasCredentials: boolean
}

export const noTexts: FileTexts = { named: new Map(), exif: null, xmp: null, hasCredentials: false }

/** The most bytes of text that are read of a file, unpacked. */
export const textMaximum = 1024 * 1024
/** The most parts of a file that are looked at. */
export const partsMaximum = 10_000

/** Some bytes at a place in a file; null if it ends before. */
export async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer | null> {
  // A length of eight bytes leads anywhere.
  if (!Number.isSafeInteger(at + length)) return null
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return bytesRead < length ? null : buffer
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** Most programs write UTF-8, whatever the format asks for. */
export function decoded(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
