import type { ServiceClient } from '../../service/serviceClient'
import type { ItemStore } from '../rows/itemStore'
import { hasKeptFile } from '../rows/jobActions'
import type { JobStore } from '../rows/jobStore'
import { keptPrefix } from '../rows/spooledFiles'

/** A file that came instead of an image, and is kept for the user. */
export interface KeptFile {
  /** Absolute. */
  readonly path: string
  readonly prompt: string
  /** 0-based, of its item. */
  readonly index: number
  /** 0-based, among the files of its item. */
  readonly at: number
}

/**
 * Those of a job, in order; none of one that isn't there. Of one item, the first that came is first; other bytes came
 * from its address later.
 */
export async function keptFilesOf(
  deps: {
    readonly jobs: Pick<JobStore, 'find'>
    readonly items: Pick<ItemStore, 'of'>
    readonly service: Pick<ServiceClient, 'findKept'>
  },
  jobId: string,
): Promise<readonly KeptFile[]> {
  const { jobs, items, service } = deps
  const prompt = jobs.find(jobId)?.request.prompt
  if (prompt === undefined) return []
  const files: KeptFile[] = []
  for (const { spoolFile: first, index } of items.of(jobId).filter(hasKeptFile)) {
    if (first === null) continue
    const later = (await service.findKept(keptPrefix(jobId, index))).filter(
      (path) => path !== first && path.endsWith('.bin'),
    )
    files.push(...[first, ...later].map((path, at) => ({ path, prompt, index, at })))
  }
  return files
}
