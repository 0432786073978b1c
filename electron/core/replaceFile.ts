import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { lstat, realpath, rename, rm } from './drive'
import { syncFolder } from './durability'
import { carryRights, openPart, refuseExchanged } from './plainFile'
import { isFileProblem } from './storageProblem'

type Chunks = AsyncIterable<Uint8Array> | Iterable<string>

/**
 * Writes a file completely or not at all: beside its place, made durable, then renamed over the existing one, whose rights
 * it gets. Tags and other attributes are lost: Node can't read them. Throws the system's error, and errors of the chunks.
 */
export async function replaceFile(path: string, chunks: Chunks): Promise<void> {
  const target = await placeOf(path)
  const part = join(dirname(target), `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  try {
    const { file } = await openPart(part, target)
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await carryRights(file, target)
      await file.sync()
      await refuseExchanged(file, part)
      await rename(part, target)
    } finally {
      await file.close()
    }
    await syncFolder(dirname(target))
  } catch (problem) {
    await rm(part, { force: true }).catch(() => undefined)
    throw problem
  }
}

/**
 * The same for a file that the user chose a name for. Throws AppFailure `folderUnwritable`, also if a file can't be
 * read that the chunks come from; other errors of the chunks are passed on.
 */
export async function saveFile(path: string, chunks: Chunks): Promise<void> {
  try {
    await replaceFile(path, chunks)
  } catch (problem) {
    if (!isFileProblem(problem)) throw problem
    const params = { folder: dirname(path) }
    throw new AppFailure(appError('folderUnwritable', { params, retry: 'free' }), { cause: problem })
  }
}

/**
 * The path that is replaced. A link that the user or the system's administrator made stays a link, and its target is
 * replaced. A link of another user may lead to any file, so the link itself is replaced.
 */
async function placeOf(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null)
  const isOthers = found?.isSymbolicLink() === true && ![0, process.getuid?.() ?? 0].includes(found.uid)
  return isOthers ? path : await realpath(path).catch(() => path)
}
