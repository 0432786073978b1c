import { type FileHandle, open } from 'node:fs/promises'
import type { FileAccount } from '@shared/model/brought'
import { readHeader } from './imageHeader'
import { hasCredentials, readProvenance } from './provenance/provenance'
import { Unusable } from './unusable'

/**
 * What an image file says about how it was made. Throws Unusable `imageNotAnImage`, `imageUndecodable` if it states no
 * size, or `imageLost`.
 */
export async function pictureProvenance(path: string): Promise<FileAccount> {
  const { format, size } = await readHeader(path)
  if (size === null) throw new Unusable('imageUndecodable')
  return await reading(path, (file) => readProvenance(file, format))
}

/** Whether it has Content Credentials. Throws Unusable `imageNotAnImage` or `imageLost`. */
export async function pictureCredentials(path: string): Promise<boolean> {
  const { format } = await readHeader(path)
  return await reading(path, (file) => hasCredentials(file, format))
}

async function reading<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}
