import { open, rm, stat } from 'node:fs/promises'

/** A download that was broken off, and by what its rest can be asked for. */
export interface Partial {
  /** Bytes on disk. */
  readonly length: number
  /** A strong ETag or a Last-Modified date. */
  readonly validator: string
}

/** Remembers, while this process runs, which partial files may be continued; others are begun anew. */
export interface PartialFiles {
  /** Null when the file is not there, or is not what this URL began. */
  find(path: string, url: string): Promise<Partial | null>
  begin(path: string, url: string, validator: string | null): void
  forget(path: string): void
}

/** More than are ever broken off at once; the oldest are forgotten, and so begun anew. */
const remembered = 2000

export function createPartialFiles(): PartialFiles {
  const begun = new Map<string, { readonly url: string; readonly validator: string }>()
  return {
    async find(path, url) {
      const known = begun.get(path)
      if (known === undefined || known.url !== url) return null
      const length = await lengthOf(path)
      return length === 0 ? null : { length, validator: known.validator }
    },
    begin(path, url, validator) {
      begun.delete(path)
      if (validator !== null) begun.set(path, { url, validator })
      const oldest = begun.keys().next()
      if (begun.size > remembered && oldest.done !== true) begun.delete(oldest.value)
    },
    forget(path) {
      begun.delete(path)
    },
  }
}

async function lengthOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

export async function discard(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** More came than may. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** The disk or folder would not take it; `cause` has the system's error. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
}

/**
 * Writes chunks from `start` bytes on, where the file must end, or from 0 over whatever is there.
 * Returns the file's length; throws TooLong or Unwritable, and what the chunks throw.
 */
export async function writeFrom(
  path: string,
  start: number,
  chunks: AsyncIterable<unknown>,
  maximumBytes: number,
): Promise<number> {
  const file = await attempt(() => open(path, start === 0 ? 'w' : 'a'))
  let length = start
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue
      length += chunk.byteLength
      if (length > maximumBytes) throw new TooLong()
      await attempt(() => file.writeFile(chunk))
    }
    return length
  } finally {
    await file.close()
  }
}

async function attempt<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw new Unwritable('write', { cause: error })
  }
}
