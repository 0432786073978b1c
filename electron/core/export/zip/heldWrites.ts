import type { FileHandle } from '../../drive'

/** A file can't be written; `cause` is the system's error. */
export class Unwritten extends Error {
  override readonly name = 'Unwritten'
  /** What was written before may be lost, too. */
  readonly isLost: boolean
  constructor(cause: unknown, isLost: boolean) {
    super('a file can’t be written', { cause })
    this.isLost = isLost
  }
}

/** Writes to a file: what belongs together is written together. Both throw Unwritten, and can be tried again. */
export interface HeldWrites {
  /** From a place in the file, in bytes: anywhere behind its start. */
  write(bytes: Buffer, at: number): Promise<void>
  /** Everything so far, and nothing after a place. */
  end(at: number): Promise<void>
}

const heldAtOnce = 2 ** 20
/** Written bytes that are synced at once: more would hold up others that sync a file on that disk. */
const syncedAtOnce = 32 * 2 ** 20

export function createHeldWrites(file: FileHandle, start: number): HeldWrites {
  const held = Buffer.allocUnsafe(heldAtOnce)
  /** Where in the file what is held begins: what is before that is written already. */
  let base = start
  let length = 0
  let unsynced = 0

  async function put(bytes: Buffer, at: number): Promise<void> {
    for (let from = 0; from < bytes.length; )
      from += (await attempt(false, file.write(bytes, from, bytes.length - from, at + from))).bytesWritten
    unsynced += bytes.length
    if (unsynced < syncedAtOnce) return
    await attempt(true, file.datasync())
    unsynced = 0
  }

  async function putHeld(): Promise<void> {
    await put(held.subarray(0, length), base)
    base += heldAtOnce
    length = 0
  }

  return {
    async write(bytes, at) {
      const before = Math.min(bytes.length, Math.max(0, base - at))
      if (before > 0) await put(bytes.subarray(0, before), at)
      for (let from = before; from < bytes.length; ) {
        while (at + from >= base + heldAtOnce) await putHeld()
        const copied = bytes.copy(held, at + from - base, from)
        from += copied
        length = Math.max(length, at + from - base)
      }
    },

    async end(at) {
      await putHeld()
      await attempt(false, file.truncate(at))
    },
  }
}

async function attempt<T>(isLost: boolean, done: Promise<T>): Promise<T> {
  try {
    return await done
  } catch (cause) {
    throw new Unwritten(cause, isLost)
  }
}
