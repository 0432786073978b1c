import type { Outside } from '@shared/model/upkeep'

/** What is known of an image's file. */
export interface KnownFacts {
  readonly outside: Outside | null
  readonly bytes: number
  /** When it was last written, as its bytes were last read, in milliseconds since the epoch; null while they are as saved. */
  readonly fileTime: number | null
  readonly createdAt: number
}

/** What its folder says of a file. */
export interface FoundFacts {
  readonly size: number
  /** When it was last written, in whole milliseconds since the epoch. */
  readonly time: number
}

/** Nothing tells that the file has other bytes than those that are known. */
export function isAsKnown(
  { outside, bytes, fileTime, createdAt }: KnownFacts,
  { size, time }: FoundFacts,
): boolean {
  switch (outside) {
    case 'changed':
      return time === fileTime
    case 'missing':
      return false
    case null:
      // A file that is still as it was saved was written before it got its row.
      return size === bytes && (fileTime === null ? time <= createdAt : time === fileTime)
  }
}

/**
 * Whether a time of a change, in milliseconds since the epoch, is one of a drive that gives each change another: FAT and
 * exFAT keep none, and count the others in hundredths of seconds at best.
 */
export const tellsEachChange = (change: number): boolean => Math.round(change * 1_000) % 10_000 !== 0
