import { join, relative, sep } from 'node:path'
import type { AppError } from '@shared/errors'
import type { Database } from '../db/database'
import { syncFolder } from '../durability'
import type { Clock } from '../ports'
import { listProblem } from './destination'
import type { ExportRows, WaitingFile } from './exportRows'
import type { WrittenAt } from './target'

/** A file, and what was written or why it couldn't be. */
export interface Settled {
  readonly file: WaitingFile
  readonly outcome: WrittenAt | { readonly error: AppError }
}

/**
 * Notes what became of files: of many that were quickly written, one commit notes all, and each folder is synced once. Until
 * then a file waits: after a kill it is written once more, and found to be there.
 */
export interface Settling {
  /** Returns whether it is time to note. */
  add(settled: Settled): boolean
  /** Returns why nothing more can be written there, otherwise null; what wasn't noted then still waits. */
  note(): Promise<AppError | null>
}

/** Between two commits, in milliseconds. */
const everyMs = 250

/** The destination, and each folder below it on the way to a file: any of them may have been made for it. */
function foldersTo({ path, destination }: { readonly path: string; readonly destination: string }): string[] {
  const names = relative(destination, path)
    .split(sep)
    .filter((name) => name !== '')
  return [destination, ...names.map((_, at) => join(destination, ...names.slice(0, at + 1)))]
}

export function createSettling(deps: {
  readonly db: Database
  readonly rows: Pick<ExportRows, 'settle'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly isStopped: () => boolean
}): Settling {
  const { db, rows, clock, isStopped } = deps
  let unnoted: Settled[] = []
  let notedAt = Number.NEGATIVE_INFINITY

  function commit(some: readonly Settled[]): void {
    db.transaction(
      () => {
        for (const { file, outcome } of some) {
          rows.settle(file.number, outcome)
          if (!('error' in outcome)) outcome.noted()
        }
      },
      // After a power cut it is as after a kill.
      { isRemade: true },
    )
  }

  return {
    add(settled) {
      unnoted.push(settled)
      return clock.monotonic() - notedAt >= everyMs
    },

    async note() {
      const some = unnoted
      unnoted = []
      notedAt = clock.monotonic()
      const folders = new Map(
        some.flatMap(({ outcome }) => {
          if ('error' in outcome || outcome.unsynced === null) return []
          const { destination } = outcome.unsynced
          return foldersTo(outcome.unsynced).map((path) => [path, destination] as const)
        }),
      )
      for (const [path, folder] of folders) {
        const problem = await syncFolder(path).then(
          () => null,
          (failure: unknown) => listProblem(folder, failure),
        )
        if (problem !== null) return problem
      }
      // What quitting interrupted is done at the next start.
      if (some.length > 0 && !isStopped()) commit(some)
      return null
    },
  }
}
