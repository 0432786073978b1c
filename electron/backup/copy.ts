import { type FileHandle, open } from 'node:fs/promises'
import Libsql from 'libsql'

/** Syncs after this many bytes: syncing more at once would hold up others that sync a file on that disk. */
const syncEachBytes = 8 * 2 ** 20

/** Copies a database file that nobody writes to in the meantime. `to` must not exist. Throws the system's errors. */
export async function copyFile(from: string, to: string): Promise<void> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      await copyBytes(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyBytes(source: FileHandle, target: FileHandle): Promise<void> {
  const { size } = await source.stat()
  const pageBytes = await pageBytesOf(source)
  let unsynced = 0
  for (const { start, length } of piecesOf(size, pageBytes)) {
    const piece = Buffer.alloc(length)
    const { bytesRead } = await source.read(piece, 0, length, start)
    if (bytesRead !== length) throw new Error('the database became shorter while it was copied')
    await writeWhole(target, piece, start)
    unsynced += length
    if (unsynced < syncEachBytes) continue
    await target.datasync()
    unsynced = 0
  }
  await target.sync()
}

/** A disk that is filling up may write only part of a piece. */
async function writeWhole(target: FileHandle, piece: Buffer, start: number): Promise<void> {
  let written = 0
  while (written < piece.length) {
    const { bytesWritten } = await target.write(piece, written, piece.length - written, start + written)
    written += bytesWritten
  }
}

/** Read from the file's header, where a page of 65,536 bytes is stored as 1. */
async function pageBytesOf(source: FileHandle): Promise<number> {
  const field = Buffer.alloc(2)
  await source.read(field, 0, 2, 16)
  const bytes = field.readUInt16BE()
  return bytes === 1 ? 65_536 : bytes
}

/**
 * Makes the copy a single file without a log, durably, and returns whether its structure is sound. Its queue is paused,
 * and it has no run's mark, though one may have its log beside it: if it ever takes the database's place, what waits in it
 * may have been sent since.
 */
export function isSound(path: string): boolean {
  const copy = new Libsql(path)
  copy.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA fullfsync = ON; PRAGMA journal_mode = DELETE')
  const row = copy.prepare('PRAGMA quick_check(1)').get()
  const sound = typeof row === 'object' && row !== null && 'quick_check' in row && row.quick_check === 'ok'
  if (sound) copy.exec('UPDATE queue_state SET paused = 1; PRAGMA application_id = 0')
  return sound
}

/** A part of a file: `length` bytes starting at byte `start`. */
interface Piece {
  readonly start: number
  readonly length: number
}

/**
 * Where SQLite locks a file. The page there never holds any data, and on Windows, where locks are mandatory, nobody
 * else can read it while the database is open.
 */
const lockByte = 2 ** 30
const pieceBytes = 2 ** 20

/** A database file of `size` bytes in parts of a megabyte, in order, without the page that is only used for locking. */
export function* piecesOf(size: number, pageBytes: number): Generator<Piece> {
  let start = 0
  while (start < size) {
    if (start === lockByte) start += pageBytes
    const end = Math.min(size, (Math.floor(start / pieceBytes) + 1) * pieceBytes)
    if (end > start) yield { start, length: end - start }
    start = end
  }
}
