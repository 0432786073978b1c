import type { FileBytes } from '../reading/fileBytes'
import type { ReadingBudget } from './readingBudget'

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

/** The most bytes of text that are kept of a file, unpacked. */
export const textMaximum = 1024 * 1024

/** A file that is searched for texts, as far as a budget goes. */
export interface SearchedFile {
  readonly size: number
  readonly budget: ReadingBudget
  /** The beginning of one of its parts. Null if the file or the budget ends before. */
  part(at: number, length: number): Promise<Buffer | null>
  /** Some of its text, for as many bytes. Null if the file ends before, or if the budget has fewer. */
  text(at: number, length: number): Promise<Buffer | null>
}

export const searchedFile = (file: FileBytes, budget: ReadingBudget): SearchedFile => ({
  size: file.size,
  budget,
  part: async (at, length) => (budget.part() ? await file.at(at, length) : null),
  text: async (at, length) =>
    at + length <= file.size && budget.take(length) ? await file.at(at, length) : null,
})

const strict = new TextDecoder('utf-8', { fatal: true })

/** Most programs write UTF-8, whatever the format asks for. */
export function decoded(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
