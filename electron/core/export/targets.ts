import { type AppError, AppFailure } from '@shared/errors'
import type { Database } from '../db/database'
import { listProblem, NotNow } from './destination'
import type { ExportRows } from './exportRows'
import type { StoredExport, StoredRun } from './exportRun'
import { createFolderTarget } from './folderTarget'
import type { Ledger } from './ledger'
import type { OwnFolders } from './ownFolders'
import type { RemoveRest, Target } from './target'
import type { WritingDeps } from './writing'
import type { ZipLedger } from './zipLedger'
import { createZipTarget, type ZipTarget } from './zipTarget'

/** The targets of all parts of an export. */
export interface Targets {
  of(part: StoredExport): Target
  /** Returns why no file can be written now. */
  open(run: StoredRun): Promise<AppError | null>
  /** Ends each part that is complete; returns why one can't be. */
  finish(run: StoredRun): Promise<AppError | null>
  givingUp(parts: readonly StoredExport[]): RemoveRest
  /** At the end of the app. */
  close(): Promise<void>
}

/** Why an export pauses. A bug is thrown again. */
export const pauseFor = async ({ folder }: StoredExport, failure: unknown): Promise<AppError> =>
  failure instanceof NotNow || failure instanceof AppFailure ? failure.error : listProblem(folder, failure)

export function createTargets(
  deps: WritingDeps & {
    readonly db: Database
    readonly rows: ExportRows
    readonly ledger: Ledger
    readonly zips: ZipLedger
    readonly own: OwnFolders
    readonly isStopped: () => boolean
  },
): Targets {
  const { db, rows, own, isStopped } = deps
  const folders = createFolderTarget(deps)
  const zipTargets = new Map<string, ZipTarget>()

  function zipTarget(id: string): ZipTarget {
    const target = zipTargets.get(id) ?? createZipTarget(deps)
    zipTargets.set(id, target)
    return target
  }

  const of = ({ id, zip }: StoredExport): Target => (zip === null ? folders : zipTarget(id))

  const underWay = ({ parts }: StoredRun) => parts.filter(({ state }) => state === 'running')

  return {
    of,

    async open(run) {
      for (const part of underWay(run))
        try {
          // It may have become a library since.
          const refusal = await own.refusal(part.folder)
          if (refusal !== null) return refusal
          await of(part).open(part)
        } catch (failure) {
          return pauseFor(part, failure)
        }
      return null
    },

    async finish(run) {
      for (const part of underWay(run))
        try {
          const noted = await of(part).finish(part)
          if (isStopped() || noted === null) return null
          db.transaction(() => {
            noted()
            rows.end(part.id)
          })
          zipTargets.delete(part.id)
        } catch (failure) {
          if (isStopped()) return null
          return await pauseFor(part, failure)
        }
      return null
    },

    givingUp(parts) {
      const removals = parts.map((part) => of(part).givingUp(part))
      return async (found) => {
        for (const remove of removals) await remove(found)
      }
    },

    async close() {
      for (const target of zipTargets.values()) await target.close()
    },
  }
}
