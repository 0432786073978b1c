import type { FileHandle } from 'node:fs/promises'

/** Bytes that are read at a time where a few are asked for: parts of a file follow each other, and most are small. */
const windowBytes = 16 * 1024

/** The bytes of an open file, which are only to be read. */
export interface FileBytes {
  /** How many there are. */
  readonly size: number
  /** Those at a place: `length`, or fewer at the end of the file. */
  upTo(at: number, length: number): Promise<Buffer>
  /** Exactly those; null if the file ends before. */
  at(at: number, length: number): Promise<Buffer | null>
  /** Puts those at a place into a buffer, as many as it takes. */
  fill(target: Buffer, at: number): Promise<void>
}

/** Those of a file that stays open while they are read. */
export async function bytesOf(handle: FileHandle): Promise<FileBytes> {
  const { size } = await handle.stat()
  /** What was read last. */
  let window: { readonly from: number; readonly bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) }

  async function read(from: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  }

  async function upTo(at: number, length: number): Promise<Buffer> {
    // A length that a file states leads anywhere.
    const end = Math.min(at + length, size)
    if (!(end > at)) return Buffer.alloc(0)
    if (end - at > windowBytes) return await read(at, end - at)
    if (at < window.from || end > window.from + window.bytes.length)
      window = { from: at, bytes: await read(at, windowBytes) }
    return window.bytes.subarray(at - window.from, end - window.from)
  }

  return {
    size,
    upTo,
    async at(at, length) {
      if (!(at + length <= size)) return null
      const bytes = await upTo(at, length)
      return bytes.length < length ? null : bytes
    },
    async fill(target, at) {
      if (target.length > windowBytes) await handle.read(target, 0, target.length, at)
      else (await upTo(at, target.length)).copy(target)
    },
  }
}
