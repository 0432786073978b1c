import type { FileAccount } from '@shared/model/brought'
import { readHeader } from './imageHeader'
import { withFile } from './openedFile'
import { hasCredentials, readProvenance } from './provenance/provenance'
import type { ReadingBudget } from './provenance/readingBudget'
import { Unusable } from './unusable'

/**
 * What an image file says about how it was made, within a budget. Throws Unusable `imageNotAnImage`, `imageUndecodable` if
 * it states no size, or `imageLost`.
 */
export async function pictureProvenance(path: string, budget?: ReadingBudget): Promise<FileAccount> {
  const { format, size } = await readHeader(path)
  if (size === null) throw new Unusable('imageUndecodable')
  return await withFile(path, (file) => readProvenance(file, format, budget))
}

/** Whether it has Content Credentials. Throws Unusable `imageNotAnImage` or `imageLost`. */
export async function pictureCredentials(path: string): Promise<boolean> {
  const { format } = await readHeader(path)
  return await withFile(path, (file) => hasCredentials(file, format))
}
