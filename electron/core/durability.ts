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

/** What a file system says that knows no fsync of a folder: some of networks and of virtual machines do not. */
const unknownCodes: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS'])

/** There is nothing more to be done for the folder, however often it is tried. */
export function knowsNoSync(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && unknownCodes.has(problem.code)
}

/** Makes a rename inside a folder durable, where that can be: Windows has no fsync of a folder, nor have some file systems. */
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
