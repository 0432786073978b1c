import { type ReaderName, readerNames } from '../../../support/fuzz/readers'

/** A reader in a process of its own; pictures have two, one with Electron's build of the decoder. */
export const partNames = [...readerNames, 'electronPictures'] as const
export type PartName = (typeof partNames)[number]

/** Shares of a million inputs: the cheapest parts get the most. */
export const shares: Readonly<Record<PartName, number>> = {
  answers: 790_000,
  compressed: 60_000,
  http: 60_000,
  partials: 20_000,
  records: 30_000,
  tables: 20_000,
  pictures: 13_000,
  electronPictures: 7_000,
}

export const isOfPictures = (part: PartName): boolean => readerOf(part) === 'pictures'

export function readerOf(part: PartName): ReaderName {
  return part === 'electronPictures' ? 'pictures' : part
}
