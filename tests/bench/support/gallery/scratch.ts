import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/** For what can be made again; the bench is started in the project's folder. */
export const scratchFolder = join(process.cwd(), '.cache', 'bench')

/** A new folder for one run, in the file system of the kept library, so that files can be linked. */
export async function runFolder(): Promise<string> {
  await mkdir(scratchFolder, { recursive: true })
  return mkdtemp(join(scratchFolder, 'run-'))
}
