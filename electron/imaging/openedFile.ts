import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { bytesOf, type FileBytes } from './reading/fileBytes'
import { Unusable } from './unusable'

/** Opens a file for some work. Throws Unusable `imageLost` if it can't be, or is no file: a pipe isn't waited for. */
export async function withFile<T>(path: string, work: (file: FileBytes) => Promise<T>): Promise<T> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    const found = await handle.stat()
    // Of a folder, the system says why it can't be read.
    if (!found.isFile() && !found.isDirectory()) throw new Unusable('imageLost')
    return await work(await bytesOf(handle))
  } finally {
    await handle.close()
  }
}
