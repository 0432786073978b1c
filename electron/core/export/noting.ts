import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import type { Database } from '../db/database'
import { newId } from '../ids'
import type { Clock } from '../ports'
import { writeProblem } from './destination'
import type { ExportRows, NotedFile } from './exportRows'
import type { OwnFolders } from './ownFolders'
import type { ReadyPlan } from './planning'

/** Notes the files of an export, a few in one transaction. */
export interface Noting {
  isUnderWay(): boolean
  /**
   * Once it resolves, a restart doesn't end the export; `noted` is part of that commit. Throws AppFailure
   * `folderUnwritable`, `exportFull`, `exportAway`, `exportFolderOwn`.
   */
  note(plans: readonly ReadyPlan[], noted: () => void): Promise<void>
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

  async function noteAll(plans: readonly ReadyPlan[], noted: () => void): Promise<void> {
    for (const { folder } of plans) {
      const problem = await writeProblem(folder, own)
      if (problem !== null) throw new AppFailure(problem)
    }
    await settled()
    const parts = plans.map((plan) => ({ ...plan, id: newId(clock.now()) }))
    if (!isStopped()) rows.open(parts)
    let some: NotedFile[] = []
    for (const file of allOf(parts)) {
      some.push(file)
      if (some.length < notedAtOnce) continue
      if (isStopped()) break
      rows.add(some)
      some = []
      await nextTurn()
    }
    if (!isStopped()) rows.add(some)
    if (isStopped()) throw new AppFailure(appError('quitting'))
    db.transaction(() => {
      rows.close()
      noted()
    })
  }

  return {
    isUnderWay: () => isNoting,
    async note(plans, noted) {
      isNoting = true
      await noteAll(plans, noted).finally(() => {
        isNoting = false
      })
    },
  }
}

/** The files of all plans, those of one image together: it is decoded once. */
function* byImage(plans: readonly (ReadyPlan & { readonly id: string })[]): Generator<NotedFile> {
  const next = plans.map(() => 0)
  const placeOf = (plan: number) => plans[plan]?.files[next[plan] ?? 0]?.at ?? Number.POSITIVE_INFINITY
  for (;;) {
    const first = next.reduce((least, _, plan) => (placeOf(plan) < placeOf(least) ? plan : least), 0)
    const at = next[first] ?? 0
    const [file, exportId] = [plans[first]?.files[at], plans[first]?.id]
    if (file === undefined || exportId === undefined) return
    next[first] = at + 1
    yield { ...file, exportId }
  }
}

/** Those of all plans, and then those that none of them writes. */
function* allOf(plans: readonly (ReadyPlan & { readonly id: string })[]): Generator<NotedFile> {
  yield* byImage(plans)
  for (const { id: exportId, refused } of plans)
    for (const image of refused) yield { ...image, exportId, source: '', replaces: false }
}
