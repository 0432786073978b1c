import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import type { Database } from '../db/database'
import { newId } from '../ids'
import type { Clock } from '../ports'
import { writeProblem } from './destination'
import type { ExportRows } from './exportRows'
import type { OwnFolders } from './ownFolders'
import type { ReadyPlan } from './planning'

/** Notes the files of an export, a few in one transaction. */
export interface Noting {
  isUnderWay(): boolean
  /**
   * Once it resolves, a restart doesn't end the export; `noted` is part of that commit. Throws AppFailure
   * `folderUnwritable`, `exportFull`, `exportAway`, `exportFolderOwn`.
   */
  note(plan: ReadyPlan, noted: () => void): Promise<void>
}

const notedAtOnce = 500

export function createNoting(deps: {
  readonly db: Database
  readonly rows: Pick<ExportRows, 'open' | 'add' | 'close'>
  readonly own: OwnFolders
  readonly clock: Pick<Clock, 'now'>
  /** Resolves once nothing of the export before is being written. */
  readonly settled: () => Promise<unknown>
  readonly isStopped: () => boolean
}): Noting {
  const { db, rows, own, clock, settled, isStopped } = deps
  let isNoting = false

  async function noteAll(
    { recipe, folder, files, manifest, zip }: ReadyPlan,
    noted: () => void,
  ): Promise<void> {
    const problem = await writeProblem(folder, own)
    if (problem !== null) throw new AppFailure(problem)
    await settled()
    if (!isStopped()) rows.open(newId(clock.now()), recipe, { folder, total: files.length, manifest, zip })
    for (let at = 0; at < files.length && !isStopped(); at += notedAtOnce) {
      rows.add(files.slice(at, at + notedAtOnce))
      await nextTurn()
    }
    if (isStopped()) throw new AppFailure(appError('quitting'))
    db.transaction(() => {
      rows.close()
      noted()
    })
  }

  return {
    isUnderWay: () => isNoting,
    async note(plan, noted) {
      isNoting = true
      await noteAll(plan, noted).finally(() => {
        isNoting = false
      })
    },
  }
}
