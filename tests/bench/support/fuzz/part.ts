import { type ReaderName, readerNames } from '../../../support/fuzz/readers'

/** A reader in a process of its own; of pictures there are two, one with Electron's build of the decoder. */
export const partNames = [...readerNames, 'electronPictures'] as const
export type PartName = (typeof partNames)[number]

/** Of a million inputs: those that cost least are the most. */
export const shares: Readonly<Record<PartName, number>> = {
  answers: 720_000,
  compressed: 110_000,
  http: 60_000,
  partials: 20_000,
  records: 40_000,
  tables: 30_000,
  pictures: 10_000,
  electronPictures: 10_000,
}

export const isOfPictures = (part: PartName): boolean => readerOf(part) === 'pictures'

export function readerOf(part: PartName): ReaderName {
  return part === 'electronPictures' ? 'pictures' : part
}
