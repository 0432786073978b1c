import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { type FileHandle, open, realpath, rename, rm } from '../../drive'
import { syncFolder } from '../../durability'
import { isFileProblem } from '../../storageProblem'
import { systemCode } from '../../systemCode'

/**
 * Writes a file completely or not at all: beside its place, made durable, then renamed over the existing one. Throws
 * AppFailure `tableUnwritten` with the system's code; errors of the chunks are passed on.
 */
export async function replaceFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // Through a link: its target is replaced, and the link stays a link.
  const target = await realpath(path).catch(() => path)
  const part = join(dirname(target), `.cyanotype-${randomBytes(8).toString('hex')}.part`)
  try {
    const file = await open(part, 'wx')
    await written(file, chunks)
    await rename(part, target)
    await syncFolder(dirname(target))
  } catch (problem) {
    await rm(part, { force: true }).catch(() => undefined)
    throw isFileProblem(problem) ? unwritten(problem) : problem
  }
}

async function written(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

function unwritten(problem: unknown): AppFailure {
  const cause = systemCode(problem)
  const detail = cause === null ? null : { cause }
  return new AppFailure(appError('tableUnwritten', { retry: 'free', detail }), { cause: problem })
}
