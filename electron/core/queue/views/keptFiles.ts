import type { ItemStore } from '../rows/itemStore'
import { hasKeptFile } from '../rows/jobActions'
import type { JobStore } from '../rows/jobStore'

/** A file that came instead of an image, and is kept for the user. */
export interface KeptFile {
  /** Absolute. */
  readonly path: string
  readonly prompt: string
  /** 0-based, of its item. */
  readonly index: number
}

/** Those of a job, in order; none of one that isn't there. */
export function keptFilesOf(
  { jobs, items }: { readonly jobs: Pick<JobStore, 'find'>; readonly items: Pick<ItemStore, 'of'> },
  jobId: string,
): readonly KeptFile[] {
  const prompt = jobs.find(jobId)?.request.prompt
  if (prompt === undefined) return []
  return items
    .of(jobId)
    .filter(hasKeptFile)
    .flatMap(({ spoolFile: path, index }) => (path === null ? [] : [{ path, prompt, index }]))
}
