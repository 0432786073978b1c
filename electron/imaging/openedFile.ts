import { open } from 'node:fs/promises'
import { bytesOf, type FileBytes } from './reading/fileBytes'
import { Unusable } from './unusable'

/** Opens a file for some work. Throws Unusable `imageLost` if it can't be. */
export async function withFile<T>(path: string, work: (file: FileBytes) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    return await work(await bytesOf(handle))
  } finally {
    await handle.close()
  }
}
