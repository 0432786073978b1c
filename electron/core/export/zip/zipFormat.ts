/** The records of a ZIP, by APPNOTE 6.3: stored, with names in UTF-8, ZIP64 where it is needed. */

export interface ZipEntry {
  /** With forward slashes. */
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly time: number
  /** Where its local header is. */
  readonly at: number
  readonly bytes: number
  readonly crc: number
}

/** From here on a number of four bytes only says that it is elsewhere. */
const full32 = 0xff_ff_ff_ff
const full16 = 0xff_ff

/** Bytes of one entry: there is no image of four gigabytes. */
export const sizeMaximum = full32 - 1

const utf8Names = 1 << 11
/** Folders were new in 2.0, ZIP64 in 4.5. */
const [usualVersion, zip64Version] = [20, 45]
/** Made on a Unix, so that rights of files are read. */
const madeBy = (3 << 8) | zip64Version
/** A plain file that its owner writes and everyone reads. */
const rights = 0o100_644 * 2 ** 16

const timeId = 0x54_55
const zip64Id = 0x00_01

/** A record of numbers, each with its bytes; eight bytes are a BigInt's. */
function record(fields: readonly (readonly [value: number, bytes: 1 | 2 | 4 | 8])[]): Buffer {
  const made = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value), at)
    else made.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return made
}

/** The same in both places: times of two seconds in the user's zone, and the exact one beside. */
function shared({ name, time, bytes, crc }: ZipEntry, version: number) {
  const date = new Date(time)
  const year = Math.min(Math.max(date.getFullYear(), 1980), 2107)
  const nameBytes = Buffer.from(name)
  return {
    nameBytes,
    fields: [
      [version, 2],
      [utf8Names, 2],
      // stored
      [0, 2],
      [(date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1), 2],
      [((year - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(), 2],
      [crc, 4],
      [bytes, 4],
      [bytes, 4],
      [nameBytes.length, 2],
    ] as const,
    exactTime: record([
      [timeId, 2],
      [5, 2],
      // of the last change only
      [1, 1],
      [Math.min(Math.max(Math.floor(time / 1_000), 0), 0x7f_ff_ff_ff), 4],
    ]),
  }
}

export function localHeader(entry: ZipEntry): Buffer {
  const { nameBytes, fields, exactTime } = shared(entry, usualVersion)
  return Buffer.concat([record([[0x04_03_4b_50, 4], ...fields, [exactTime.length, 2]]), nameBytes, exactTime])
}

export function directoryEntry(entry: ZipEntry): Buffer {
  const isFar = entry.at >= full32
  const { nameBytes, fields, exactTime } = shared(entry, isFar ? zip64Version : usualVersion)
  const extra = isFar
    ? Buffer.concat([
        exactTime,
        record([
          [zip64Id, 2],
          [8, 2],
          [entry.at, 8],
        ]),
      ])
    : exactTime
  return Buffer.concat([
    record([
      [0x02_01_4b_50, 4],
      [madeBy, 2],
      ...fields,
      [extra.length, 2],
      // no comment, the first disk, no text
      [0, 2],
      [0, 2],
      [0, 2],
      [rights, 4],
      [isFar ? full32 : entry.at, 4],
    ]),
    nameBytes,
    extra,
  ])
}

/** What a ZIP ends with, after its directory of so many bytes. */
export function directoryEnd({
  entries,
  start,
  bytes,
}: {
  readonly entries: number
  readonly start: number
  readonly bytes: number
}): Buffer {
  const usual = record([
    [0x06_05_4b_50, 4],
    [0, 2],
    [0, 2],
    [Math.min(entries, full16), 2],
    [Math.min(entries, full16), 2],
    [Math.min(bytes, full32), 4],
    [Math.min(start, full32), 4],
    [0, 2],
  ])
  if (entries < full16 && start < full32 && bytes < full32) return usual
  const large = record([
    [0x06_06_4b_50, 4],
    // of what follows
    [44, 8],
    [madeBy, 2],
    [zip64Version, 2],
    [0, 4],
    [0, 4],
    [entries, 8],
    [entries, 8],
    [bytes, 8],
    [start, 8],
  ])
  const locator = record([
    [0x07_06_4b_50, 4],
    [0, 4],
    [start + bytes, 8],
    [1, 4],
  ])
  return Buffer.concat([large, locator, usual])
}
