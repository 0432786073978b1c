import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { lstat, open, realpath, rename, rm } from '../../drive'
import { syncFolder } from '../../durability'
import { refuseExchanged } from '../../plainFile'
import { isFileProblem } from '../../storageProblem'
import { systemCode } from '../../systemCode'

/**
 * Writes a file completely or not at all: beside its place, made durable, then renamed over the existing one. Throws
 * AppFailure `tableUnwritten` with the system's code; errors of the chunks are passed on.
 */
export async function replaceFile(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<string>,
): Promise<void> {
  const target = await placeOf(path)
  const part = join(dirname(target), `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  try {
    const file = await open(part, 'wx')
    try {
      for await (const chunk of chunks) await file.writeFile(chunk)
      await file.sync()
      await refuseExchanged(file, part)
      await rename(part, target)
    } finally {
      await file.close()
    }
    await syncFolder(dirname(target))
  } catch (problem) {
    await rm(part, { force: true }).catch(() => undefined)
    throw isFileProblem(problem) ? unwritten(problem) : problem
  }
}

/**
 * The path that is replaced. A link that the user or the system's administrator made stays a link, and its target is replaced.
 * A link of another user may lead to any file, so the link itself is replaced.
 */
async function placeOf(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null)
  const isOthers = found?.isSymbolicLink() === true && ![0, process.getuid?.() ?? 0].includes(found.uid)
  return isOthers ? path : await realpath(path).catch(() => path)
}

function unwritten(problem: unknown): AppFailure {
  const cause = systemCode(problem)
  const detail = cause === null ? null : { cause }
  return new AppFailure(appError('tableUnwritten', { retry: 'free', detail }), { cause: problem })
}
