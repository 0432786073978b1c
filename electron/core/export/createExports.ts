import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import type { ExportRun } from '@shared/model/exportRun'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Library } from '../library/library'
import type { LibraryGround } from '../library/libraryGround'
import type { Notices } from '../notices'
import type { Clock, Places } from '../ports'
import { listProblem } from './destination'
import { createExportRows, type StoredExport } from './exportRows'
import type { Exports } from './exports'
import { createFilesByHand } from './filesByHand'
import { createFinishedBatches } from './finishedBatches'
import { createFolderTarget } from './folderTarget'
import { createLedger } from './ledger'
import { createNoting } from './noting'
import { createOwnFolders } from './ownFolders'
import { createPace } from './pace'
import { createPlanning, type ReadyPlan } from './planning'
import { createRecipes } from './recipes'
import { createSettling, type Settled } from './settling'
import { imagesThere, shownExport } from './shownExport'
import type { Target } from './target'
import { createTryingAgain } from './tryingAgain'
import { NotNow, type WritingDeps } from './writing'
import { createZipLedger } from './zipLedger'
import { createZipTarget } from './zipTarget'

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
  const tryingAgain = createTryingAgain(clock, tryAgain)
  const finishedBatches = createFinishedBatches({ ...deps, ledger, zips, own, recipes, isBusy, begin })

  const folderTarget = createFolderTarget({ ...deps, rows, ledger, atOnce })
  const zipTarget = createZipTarget({ ...deps, rows, zips, isStopped: () => stopped })
  const targetOf = ({ zip }: StoredExport): Target => (zip === null ? folderTarget : zipTarget)

  const announce = (): void => {
    if (!stopped) changes.announce('exports')
  }

  function refuseBusy(): void {
    if (noting.isUnderWay() || rows.read()?.state === 'running') throw new AppFailure(appError('exportBusy'))
  }

  /** Only an export that left nothing out gives way to the next without a word of the person. */
  function isBusy(): boolean {
    const run = rows.read()
    return noting.isUnderWay() || run?.state === 'running' || (run !== null && imagesThere(run) < run.total)
  }

  /** Until there is no file left, or it may not go on. */
  async function writeNext(): Promise<void> {
    for (;;) {
      await nextTurn()
      const run = stopped ? null : rows.read()
      if (run?.state !== 'running' || run.isPaused || problem !== null) return
      const file = rows.next(reached)
      if (file === null) return
      reached = file.number
      try {
        await settle({ file, outcome: await targetOf(run).write(run, file) })
      } catch (failure) {
        if (failure instanceof NotNow) problem = failure.error
        else if (failure instanceof AppFailure) await settle({ file, outcome: { error: failure.error } })
        else throw failure
      }
      pace.note()
      announce()
    }
  }

  async function settle(settled: Settled): Promise<void> {
    if (settling.add(settled)) await noteSettled()
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

  async function writeRest(): Promise<void> {
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, writeNext))
    const bug = ends.find((end) => end.status === 'rejected')
    if (bug !== undefined) throw bug.reason
    await noteSettled()
    const run = stopped ? null : rows.read()
    if (run?.state === 'running' && !run.isPaused && problem === null && rows.next(0) === null)
      await finish(run)
  }

  /** Returns whether there is something to be written, and a place for it. */
  async function open(): Promise<boolean> {
    const run = stopped ? null : rows.read()
    if (run?.state !== 'running') return false
    try {
      await targetOf(run).open(run)
      return true
    } catch (failure) {
      if (!(failure instanceof NotNow)) throw failure
      problem = failure.error
      return false
    }
  }

  async function finish(run: StoredExport): Promise<void> {
    try {
      const noted = await targetOf(run).finish(run)
      if (stopped || noted === null) return
      db.transaction(() => {
        noted()
        rows.end()
      })
    } catch (failure) {
      if (stopped) return
      problem = failure instanceof NotNow ? failure.error : await listProblem(run.folder, failure)
    }
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

  function current(): ExportRun | null {
    const run = rows.read()
    return run && shownExport(run, { rows, pace, problem })
  }

  async function giveUp(): Promise<void> {
    const run = rows.read()
    if (run?.state !== 'running') return
    const removeRest = targetOf(run).givingUp(run)
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

  async function begin(plan: ReadyPlan, noted: () => void): Promise<void> {
    refuseBusy()
    await noting.note(plan, noted)
    problem = null
    announce()
    void guard.run(goOnAfter)
  }

  /** The files stay; what is known of them is no longer of use. */
  function removed(recipeId: string): void {
    void guard.run(async () => {
      zips.forget(recipeId)
      while (!stopped && ledger.forget(recipeId)) await nextTurn()
    })
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
      else if (run?.zip?.isPlaced === false) void guard.run(() => takeTurn(zipTarget.givingUp(run)))
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
      await zipTarget.close()
    },

    plan: planning.plan,

    async begin(plan) {
      refuseBusy()
      await begin(planning.latest(plan), planning.forget)
    },

    current,

    act(action) {
      const run = rows.read()
      if (run === null) return
      const isRunning = run.state === 'running'
      if (action === 'pause' && isRunning) rows.setPaused(true)
      if (action === 'resume' && isRunning) {
        problem = null
        rows.setPaused(false)
        void guard.run(goOnAfter)
      }
      if (action === 'retry' && !isRunning && !noting.isUnderWay()) void guard.run(retry)
      if (action === 'cancel') void guard.run(giveUp)
      if (action === 'dismiss' && !isRunning) rows.forget()
      announce()
      finishedBatches.look()
    },

    filesByHand: byHand.make,
    batchDone: finishedBatches.look,
    place() {
      const run = rows.read()
      return run && { folder: run.folder, file: run.zip?.isPlaced === true ? run.zip.path : null }
    },
  }
}
