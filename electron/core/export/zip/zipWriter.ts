import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FileHandle } from '../../drive'
import { createHeldWrites } from './heldWrites'
import { directoryEnd, directoryEntry, localHeader, sizeMaximum, type ZipEntry } from './zipFormat'

/** What is added isn't what was expected: it is being changed. */
export class EntryUnfit extends Error {
  override readonly name = 'EntryUnfit'
}

export interface AddedEntry {
  readonly bytes: number
  readonly sha256: string
}

/**
 * Writes a ZIP after what is in an open file, one entry after the other. Nothing is compressed: images are already. There
 * may be any number of entries, and any number of bytes (ZIP64). No task is long.
 */
export interface ZipWriter {
  /**
   * Adds an entry, with the digest that is expected. One that fails leaves nothing behind, and others can follow. Throws
   * what `contents` throws, EntryUnfit and Unwritten.
   */
  add(
    contents: AsyncIterable<Buffer> | Iterable<Buffer>,
    entry: Pick<ZipEntry, 'name' | 'time'>,
    expected: string | null,
  ): Promise<AddedEntry>
  /** What is added from now on can be taken back, all at once. */
  mark(): () => void
  /** Writes the directory: from now on it is a ZIP. Throws Unwritten; then it can be tried again. */
  end(): Promise<void>
}

/** Entries of the directory that are written at once. */
const entriesAtOnce = 500

export async function createZipWriter(file: FileHandle): Promise<ZipWriter> {
  let { size: end } = await file.stat()
  const { write, end: endFile } = createHeldWrites(file, end)
  const entries: Buffer[] = []

  return {
    async add(contents, { name, time }, expected) {
      const at = end
      const start = at + localHeader({ name, time, at, bytes: 0, crc: 0 }).length
      const hash = createHash('sha256')
      let [bytes, crc] = [0, 0]
      for await (const piece of contents) {
        if (bytes + piece.length > sizeMaximum) throw new EntryUnfit('large')
        hash.update(piece)
        crc = crc32(piece, crc)
        await write(piece, start + bytes)
        bytes += piece.length
      }
      const sha256 = hash.digest('hex')
      if (expected !== null && expected !== sha256) throw new EntryUnfit('changed')
      const entry = { name, time, at, bytes, crc }
      await write(localHeader(entry), at)
      entries.push(directoryEntry(entry))
      end = start + bytes
      return { bytes, sha256 }
    },

    mark() {
      const [at, count] = [end, entries.length]
      return () => {
        end = at
        entries.length = count
      }
    },

    async end() {
      let at = end
      for (let from = 0; from < entries.length; from += entriesAtOnce) {
        const some = Buffer.concat(entries.slice(from, from + entriesAtOnce))
        await write(some, at)
        at += some.length
      }
      const last = directoryEnd({ entries: entries.length, start: end, bytes: at - end })
      await write(last, at)
      // An entry that was given up may have been longer.
      await endFile(at + last.length)
    },
  }
}
