import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Library } from '../library/library'
import type { LibraryGround } from '../library/libraryGround'
import type { Notices } from '../notices'
import type { Clock, Places } from '../ports'
import { createExportRows } from './exportRows'
import type { Exports } from './exports'
import { createFilesByHand } from './filesByHand'
import { createFinishedBatches } from './finishedBatches'
import { createLedger } from './ledger'
import { createNoting } from './noting'
import { createOwnFolders } from './ownFolders'
import { createPace } from './pace'
import { createPlanning, type ReadyPlan } from './planning'
import { createRecipes } from './recipes'
import { createSettling } from './settling'
import { isIncomplete, isRunning, isUnfinishedZip, placesOf, shownExport } from './shownExport'
import { createTargets } from './targets'
import { createTryingAgain } from './tryingAgain'
import { NotNow, type WritingDeps } from './writing'
import { createZipLedger } from './zipLedger'

/** Files that wait again with one transaction. */
const retriedAtOnce = 500
/** Files that are written at a time: one is synced while another is decoded. */
const atOnce = 3

export function createExports(
  deps: WritingDeps &
    Pick<LibraryGround, 'folders' | 'gates'> & {
      readonly places: Pick<Places, 'profile'>
      readonly db: Database
      readonly changes: Pick<Changes, 'announce'>
      readonly notices: Pick<Notices, 'put' | 'clear'>
      readonly library: Pick<Library, 'batchImages'>
      readonly clock: Clock
      readonly guard: Pick<Guard, 'run'>
    },
): Exports {
  const { db, changes, clock, guard } = deps
  const removed = (id: string): void => void guard.run(() => forget(id))
  const recipes = createRecipes({ db, clock, changed: () => finishedBatches.look(), removed })
  const rows = createExportRows(db)
  const ledger = createLedger(db)
  const own = createOwnFolders(deps)
  const zips = createZipLedger(db)
  const planning = createPlanning({ db, ledger, zips, own, recipes, clock })
  const byHand = createFilesByHand({ ...deps, ledger, zips, own, recipes })
  const pace = createPace(clock)
  /** The last file that was taken up in this run. */
  let reached = 0
  let problem: AppError | null = null
  let turn: Promise<void> | null = null
  let stopped = false
  const noting = createNoting({ db, rows, own, clock, settled: async () => turn, isStopped: () => stopped })
  const settling = createSettling({ db, rows, clock, isStopped: () => stopped })
  const targets = createTargets({ ...deps, rows, ledger, zips, atOnce, isStopped: () => stopped })
  const tryingAgain = createTryingAgain(clock, tryAgain)
  const finishedBatches = createFinishedBatches({ ...deps, ledger, zips, own, recipes, isBusy, begin })

  const announce = (): void => {
    if (!stopped) changes.announce('exports')
  }

  function refuseBusy(): void {
    if (noting.isUnderWay() || rows.read()?.state === 'running') throw new AppFailure(appError('exportBusy'))
  }

  /** Only an export that left nothing out gives way to the next without a word of the person. */
  function isBusy(): boolean {
    const run = rows.read()
    return noting.isUnderWay() || run?.state === 'running' || run?.parts.some(isIncomplete) === true
  }

  /** Until there is no file left, or it may not go on. */
  async function writeNext(): Promise<void> {
    for (;;) {
      await nextTurn()
      const run = stopped ? null : rows.read()
      if (run?.state !== 'running' || run.isPaused || problem !== null) return
      const file = rows.next(reached)
      const part = run.parts.find(({ id }) => id === file?.exportId)
      if (file === null || part === undefined) return
      reached = file.number
      const writing = targets.of(part).write(part, file)
      const outcome = await writing.catch((failure: unknown) => {
        if (failure instanceof AppFailure) return { error: failure.error }
        if (!(failure instanceof NotNow)) throw failure
        problem = failure.error
        return null
      })
      if (outcome !== null && settling.add({ file, outcome })) await noteSettled()
      pace.note()
      announce()
    }
  }

  async function noteSettled(): Promise<void> {
    problem = (await settling.note()) ?? problem
  }

  async function writeAll(): Promise<void> {
    reached = 0
    pace.begin()
    if (await open()) await writeRest()
    if (problem !== null && !stopped) tryingAgain.later()
    announce()
  }

  /** Returns whether there is something to be written, and a place for it. */
  async function open(): Promise<boolean> {
    const run = stopped ? null : rows.read()
    if (run?.state !== 'running') return false
    problem = (await targets.open(run)) ?? problem
    return problem === null
  }

  async function writeRest(): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, writeNext))
    const bug = ends.find((end) => end.status === 'rejected')
    if (bug !== undefined) throw bug.reason
    await noteSettled()
    const run = stopped ? null : rows.read()
    if (run?.state === 'running' && !run.isPaused && problem === null && rows.next(0) === null)
      problem = await targets.finish(run)
  }

  /** Alone at any time, whoever calls it. */
  function goOn(): Promise<void> {
    return takeTurn(writeAll)
  }

  function takeTurn(work: () => Promise<void>): Promise<void> {
    turn ??= work().finally(() => {
      turn = null
      finishedBatches.look()
    })
    return turn
  }

  /** Once what is being written has ended, whatever happened in the meantime. */
  async function goOnAfter(): Promise<void> {
    await turn
    if (!stopped) await goOn()
  }

  /** Nobody has to be there for a drive that was away for a moment. */
  function tryAgain(): Promise<void> {
    problem = null
    return goOnAfter()
  }

  async function giveUp(): Promise<void> {
    const run = rows.read()
    if (run?.state !== 'running') return
    const removeRest = targets.givingUp(run.parts)
    rows.end()
    await turn
    await takeTurn(removeRest)
    announce()
  }

  /** What failed, and what is left. */
  async function retry(): Promise<void> {
    await turn
    while (!stopped && rows.retry(retriedAtOnce)) await nextTurn()
    if (stopped) return
    problem = null
    rows.resume()
    await goOnAfter()
  }

  async function begin(plans: readonly ReadyPlan[], noted: () => void): Promise<void> {
    refuseBusy()
    await noting.note(plans, noted)
    problem = null
    announce()
    void guard.run(goOnAfter)
  }

  /** The files stay; what is known of them is no longer of use. */
  async function forget(recipeId: string): Promise<void> {
    zips.forget(recipeId)
    while (!stopped && ledger.forget(recipeId)) await nextTurn()
  }

  return {
    recipes,

    async chooseFolder(recipeId, folder) {
      const refusal = await own.refusal(folder)
      if (refusal !== null) throw new AppFailure(refusal)
      return recipes.setFolder(recipeId, folder)
    },

    start() {
      rows.forgetUnnoted()
      const run = rows.read()
      if (run?.state === 'running') void guard.run(goOn)
      // A kill may have come before this.
      else if (run !== null)
        void guard.run(() => takeTurn(targets.givingUp(run.parts.filter(isUnfinishedZip))))
      finishedBatches.start()
      void guard.run(byHand.start)
    },

    async stop() {
      stopped = true
      tryingAgain.stop()
      planning.stop()
      byHand.stop()
      await finishedBatches.stop()
      await turn?.catch(() => undefined)
      await targets.close()
    },

    plan: planning.plan,

    async begin(plans) {
      refuseBusy()
      await begin(planning.kept(plans), planning.forget)
    },

    current: () => shownExport(rows.read(), { rows, pace, problem }),

    act(action) {
      const run = rows.read()
      if (run === null) return
      const isUnderWay = isRunning(run)
      if (action === 'pause' && isUnderWay) rows.setPaused(true)
      if (action === 'resume' && isUnderWay) {
        problem = null
        rows.setPaused(false)
        void guard.run(goOnAfter)
      }
      if (action === 'retry' && !isUnderWay && !noting.isUnderWay()) void guard.run(retry)
      if (action === 'cancel') void guard.run(giveUp)
      if (action === 'dismiss' && !isUnderWay) rows.forget()
      announce()
      finishedBatches.look()
    },

    filesByHand: byHand.make,
    batchDone: finishedBatches.look,
    places: () => placesOf(rows.read()),
  }
}
