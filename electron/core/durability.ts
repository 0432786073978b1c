import { open } from './drive'

/** Makes a file's bytes durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Errors of file systems that can't fsync a folder: some network drives and virtual machines can't. */
const unknownCodes: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])

/** There is nothing more to do for the folder, however often it is retried. */
export function knowsNoSync(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && unknownCodes.has(problem.code)
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
