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
import { createExportRows, type StoredExport, type WaitingFile } from './exportRows'
import type { Exports } from './exports'
import { createFinishedBatches } from './finishedBatches'
import { createLedger, leftThere } from './ledger'
import { discardManifest, writeManifest } from './manifest'
import { createNoting } from './noting'
import { createOwnFolders } from './ownFolders'
import { createPace } from './pace'
import { createPlanning, type ReadyPlan } from './planning'
import { createRecipes } from './recipes'
import { createSettling, type Settled } from './settling'
import { createTryingAgain } from './tryingAgain'
import { discard, NotNow, type WritingDeps, writeImage } from './writing'

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
  const planning = createPlanning({ db, ledger, own, recipes })
  const pace = createPace(clock)
  /** The last file that was taken up in this run. */
  let reached = 0
  let problem: AppError | null = null
  let turn: Promise<void> | null = null
  let stopped = false
  const noting = createNoting({ db, rows, own, clock, settled: async () => turn, isStopped: () => stopped })
  const settling = createSettling({ db, rows, ledger, clock, isStopped: () => stopped })
  const tryingAgain = createTryingAgain(clock, tryAgain)
  const finishedBatches = createFinishedBatches({ ...deps, ledger, own, recipes, isBusy, begin })

  const announce = (): void => {
    if (!stopped) changes.announce('exports')
  }

  function refuseBusy(): void {
    if (noting.isUnderWay() || rows.read()?.state === 'running') throw new AppFailure(appError('exportBusy'))
  }

  /** Only an export that left nothing out gives way to the next without a word of the person. */
  function isBusy(): boolean {
    const run = rows.read()
    return noting.isUnderWay() || run?.state === 'running' || (run !== null && run.written < run.total)
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
      const own = async (imageId: string) =>
        (await leftThere(ledger, run.recipeId, run.folder, [imageId])).get(imageId) ?? null
      try {
        await settle({ run, file, outcome: await writeImage(deps, { ...run, own }, file) })
      } catch (failure) {
        if (failure instanceof NotNow) problem = failure.error
        else if (failure instanceof AppFailure) await settle({ run, file, outcome: { error: failure.error } })
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
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, writeNext))
    const bug = ends.find((end) => end.status === 'rejected')
    if (bug !== undefined) throw bug.reason
    await noteSettled()
    const run = stopped ? null : rows.read()
    if (run?.state === 'running' && !run.isPaused && rows.next(0) === null) await finish(run)
    if (problem !== null && !stopped) tryingAgain.later()
    announce()
  }

  async function finish(run: StoredExport): Promise<void> {
    try {
      if (run.manifest !== null && run.written > 0)
        await writeManifest({ db, rows, ledger }, run, run.manifest)
      if (!stopped) rows.end()
    } catch (failure) {
      if (stopped) return
      problem = await listProblem(run.folder, failure)
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
    if (run === null) return null
    const { state, total, written, failed, folder, isPaused } = run
    const done = written + failed
    return state === 'running'
      ? { stage: 'running', done, total, ...pace.now(total - done), isPaused, problem }
      : { stage: 'ended', folder, written, ...rows.failures(), left: total - done }
  }

  async function giveUp(): Promise<void> {
    const run = rows.read()
    if (run?.state !== 'running') return
    // A kill may have left some of these: they were in hand together.
    const first: WaitingFile[] = []
    for (let file = rows.next(0); file !== null && first.length < atOnce; file = rows.next(file.number))
      first.push(file)
    rows.end()
    await turn
    await takeTurn(async () => {
      for (const file of first) await discard(run, file)
      await discardManifest(run)
    })
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
      if (rows.read()?.state === 'running') void guard.run(goOn)
      finishedBatches.start()
    },

    async stop() {
      stopped = true
      tryingAgain.stop()
      planning.stop()
      await finishedBatches.stop()
      await turn?.catch(() => undefined)
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

    batchDone: finishedBatches.look,
    folder: () => rows.read()?.folder ?? null,
  }
}
