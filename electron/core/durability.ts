import { type FileHandle, open } from './drive'
import { systemCode } from './systemCode'

/** What a failed fsync took for written, and could not be written again so far: open files, and others by path. */
const unwritten = new WeakSet<FileHandle>()
const unwrittenPaths = new Set<string>()

/** Makes a file's bytes durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    if (unwrittenPaths.has(path)) unwritten.add(file)
    await syncHandle(file)
  } finally {
    if (unwritten.has(file)) unwrittenPaths.add(path)
    else unwrittenPaths.delete(path)
    await file.close()
  }
}

/**
 * The same for a file that is open for reading and writing. A system that failed to write bytes takes them for written
 * afterwards, and the next fsync succeeds without them. So they are written again here, for the next fsync to find.
 */
export async function syncHandle(file: FileHandle): Promise<void> {
  if (unwritten.has(file)) await writeAgain(file)
  try {
    await file.sync()
  } catch (problem) {
    unwritten.add(file)
    // The failure to be told is the first.
    await writeAgain(file).catch(() => undefined)
    throw problem
  }
}

/** In bytes. */
const pieceLength = 1024 * 1024

async function writeAgain(file: FileHandle): Promise<void> {
  const piece = Buffer.alloc(pieceLength)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, pieceLength, at)
    if (bytesRead === 0) break
    // What a short write leaves is read and written next.
    at += (await file.write(piece, 0, bytesRead, at)).bytesWritten
  }
  unwritten.delete(file)
}

/** Errors of file systems that can't fsync a folder: some network drives and virtual machines can't. */
const unknownCodes: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])

/** There is nothing more to do for the folder, however often it is retried. */
export function knowsNoSync(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && unknownCodes.has(problem.code)
}

/** Whether the error says that we can't write there: then nothing of ours can be lost either. */
export function refusesWrites(problem: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(systemCode(problem) ?? '')
}

/**
 * Makes a rename inside a folder durable, if possible: Windows has no fsync of a folder, and neither have some file
 * systems.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (problem) {
    if (!knowsNoSync(problem)) throw problem
  } finally {
    await folder.close()
  }
}
