import { open } from 'node:fs/promises'
import type { FileAccount } from '@shared/model/brought'
import { readHeader } from './imageHeader'
import { readProvenance } from './provenance/provenance'
import { Unusable } from './unusable'

/**
 * What an image file says about how it was made. Throws Unusable `imageNotAnImage`, `imageUndecodable` if it states no
 * size, or `imageLost`.
 */
export async function pictureProvenance(path: string): Promise<FileAccount> {
  const { format, size } = await readHeader(path)
  if (size === null) throw new Unusable('imageUndecodable')
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new Unusable('imageLost', { cause })
  })
  try {
    return await readProvenance(file, format)
  } finally {
    await file.close()
  }
}
