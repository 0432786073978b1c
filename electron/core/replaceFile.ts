import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { claimName } from './claimedName'
import { lstat, realpath, rename, rm } from './drive'
import { syncFolder } from './durability'
import { carryRights, openPart, refuseExchanged } from './plainFile'
import { isFileProblem } from './storageProblem'
import { systemCode } from './systemCode'

type Chunks = AsyncIterable<Uint8Array> | Iterable<string>

/**
 * Writes a file completely or not at all: beside its place, made durable, then renamed over the existing one, whose rights
 * it gets. Tags and other attributes are lost: Node can't read them. Throws the system's error, errors of the chunks, and
 * AppFailure `fileChangedMeanwhile` if another program wrote there since this began: the user agreed to lose what was there.
 */
export async function replaceFile(path: string, chunks: Chunks): Promise<void> {
  const target = await placeOf(path)
  const part = join(dirname(target), `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  const agreed = await stateOf(target)
  try {
    const { file } = await openPart(part, target)
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await carryRights(file, target)
      await file.sync()
      const check = () => refuseExchanged(file, part)
      await check()
      const now = await stateOf(target)
      if (now === null) await takeName(part, target, check)
      else if (now === agreed) await rename(part, target)
      else throw changedMeanwhile()
    } finally {
      await file.close()
    }
    await syncFolder(dirname(target))
  } catch (problem) {
    await rm(part, { force: true }).catch(() => undefined)
    throw problem
  }
}

/** What tells that a file was written to since; null if there is none. */
async function stateOf(path: string): Promise<string | null> {
  const found = await lstat(path).catch((problem: unknown) => {
    if (systemCode(problem) === 'ENOENT') return null
    throw problem
  })
  return found && `${found.size} ${found.mtimeMs}`
}

/** Gives it a name that nothing has: what comes there now isn't what the user agreed to lose. */
async function takeName(part: string, target: string, check: () => Promise<unknown>): Promise<void> {
  if (!(await claimName(part, target, check))) throw changedMeanwhile()
  await rm(part, { force: true })
}

const changedMeanwhile = (): AppFailure => new AppFailure(appError('fileChangedMeanwhile', { retry: 'free' }))

/**
 * The same for a file that the user chose a name for. Throws AppFailure `folderUnwritable` instead of the system's error,
 * also if a file can't be read that the chunks come from; other errors of the chunks are passed on.
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
