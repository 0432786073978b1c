import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Imaging } from '../library/imaging'
import type { Library } from '../library/library'
import type { LibraryGround } from '../library/libraryGround'
import type { Notices } from '../notices'
import type { Clock, Places } from '../ports'
import { type StartRecord, unlessLeftOut } from '../startRecord'
import { createExportRows, type WaitingFile } from './exportRows'
import { exportPiece } from './exportRun'
import type { Exports } from './exports'
import { createFilesByHand } from './filesByHand'
import { createFinishedBatches } from './finishedBatches'
import { foresee } from './foreseeing'
import { isAsItIs } from './imageDescription'
import { createLedger } from './ledger'
import { thoughMoved } from './movedSource'
import { createNoting } from './noting'
import { createOwnFolders } from './ownFolders'
import { createPace } from './pace'
import { createPlanning, type ReadyPlan } from './planning'
import { createPreparedFiles } from './preparedFiles'
import { createRecipes } from './recipes'
import { createSettling } from './settling'
import { isIncomplete, isRunning, placesOf, shownExport } from './shownExport'
import type { RemoveRest } from './target'
import { createTargets, pauseFor } from './targets'
import { createTryingAgain } from './tryingAgain'
import type { WritingDeps } from './writing'
import { createZipLedger } from './zipLedger'

/** Files that wait again with one transaction. */
const retriedAtOnce = 500
/** Files that are written at a time: one is synced while another is decoded, which takes memory, or copied. */
const atOnce = { converted: 3, copied: 8 }

export function createExports(
  given: Omit<WritingDeps, 'preparedFiles'> &
    Pick<LibraryGround, 'folders' | 'gates'> & {
      readonly places: Pick<Places, 'profile'>
      readonly db: Database
      readonly changes: Pick<Changes, 'announce'>
      readonly notices: Pick<Notices, 'put' | 'clear'>
      readonly library: Pick<Library, 'batchImages'>
      readonly imaging: Pick<Imaging, 'foresee'>
      readonly clock: Clock
      readonly guard: Pick<Guard, 'run'>
      readonly starts: Pick<StartRecord, 'isLeftOut' | 'during' | 'release'>
    },
): Exports {
  const { db, changes, clock, guard, starts } = given
  const deps = { ...given, preparedFiles: createPreparedFiles(given.places.profile) }
  const removed = (id: string): void => void guard.run(() => forget(id))
  const recipes = createRecipes({ db, clock, changed: () => finishedBatches.look(), removed })
  const rows = createExportRows(db)
  const [ledger, zips, own] = [createLedger(db), createZipLedger(db), createOwnFolders(deps)]
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
  const targets = createTargets({ ...deps, rows, ledger, zips, own, isStopped: () => stopped })
  // Nobody has to be there for a drive that was away for a moment.
  const tryingAgain = createTryingAgain(clock, goOn)
  const finishedBatches = createFinishedBatches({ ...deps, ledger, zips, own, recipes, isBusy, begin })

  const announce = (): void => {
    if (!stopped) changes.announce('exports')
  }

  function refuseBusy(): void {
    if (noting.isUnderWay() || rows.read()?.state === 'running') throw new AppFailure(appError('exportBusy'))
  }

  /** Only an export that left nothing out gives way to the next without a word of the user. */
  function isBusy(): boolean {
    const run = rows.read()
    return noting.isUnderWay() || run?.state === 'running' || run?.parts.some(isIncomplete) === true
  }

  /** Until there is no file left, or it may not go on: all files of an image, then those of another. */
  async function writeNext(): Promise<void> {
    for (let files: readonly WaitingFile[] = []; ; files = files.slice(1)) {
      await nextTurn()
      const run = stopped ? null : rows.read()
      if (run?.state !== 'running' || run.isPaused || problem !== null) return
      if (files.length === 0) files = rows.nextImage(reached)
      const [file] = files
      const part = run.parts.find(({ id }) => id === file?.exportId)
      if (file === undefined || part === undefined) return
      reached = Math.max(reached, files.at(-1)?.number ?? 0)
      const target = targets.of(part)
      const writing = thoughMoved(deps, file.imageId, () => target.write(part, file))
      const outcome = await writing.catch(async (failure: unknown) => {
        if (failure instanceof AppFailure) return { error: failure.error }
        problem = await pauseFor(part, failure)
        return null
      })
      pace.note()
      if (outcome !== null && settling.add({ file, outcome })) await noteSettled()
    }
  }

  async function noteSettled(): Promise<void> {
    problem = (await settling.note()) ?? problem
    announce()
  }

  async function writeAll(): Promise<void> {
    const skipped = await unlessLeftOut(starts, exportPiece(rows.read()), writeAllNow)
    if (skipped === null) return
    problem = skipped
    announce()
  }

  async function writeAllNow(): Promise<void> {
    reached = 0
    // A file that was still being written may have met one after the user said that it may go on.
    problem = null
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
    const isCopied = rows.read()?.parts.every(({ settings }) => isAsItIs(settings)) === true
    const length = isCopied ? atOnce.copied : atOnce.converted
    const ends = await Promise.allSettled(Array.from({ length }, writeNext))
    const bug = ends.find((end) => end.status === 'rejected')
    if (bug !== undefined) throw bug.reason
    await noteSettled()
    const run = stopped ? null : rows.read()
    if (run?.state === 'running' && !run.isPaused && problem === null && rows.next(0) === null)
      problem = await targets.finish(run)
  }

  /** Alone at any time: once what is being written has ended, whatever happened in the meantime. */
  async function takeTurn(work: () => Promise<void>): Promise<void> {
    while (turn !== null) await turn
    turn = work().finally(() => {
      turn = null
      finishedBatches.look()
    })
    await turn
  }

  function goOn(): Promise<void> {
    return takeTurn(writeAll)
  }

  async function giveUp(): Promise<void> {
    const run = rows.read()
    if (run?.state !== 'running') return
    const removeRest = targets.givingUp(run.parts)
    rows.end()
    await endRest(removeRest)
  }

  async function endRest(removeRest: RemoveRest): Promise<void> {
    await takeTurn(async () => {
      await removeRest((file, outcome) => {
        settling.add({ file, outcome })
      })
      await settling.note()
    })
    announce()
  }

  /** What failed, and what is left, unless that is ended first. */
  function retry(): Promise<void> {
    return takeTurn(async () => {
      while (!stopped && rows.read()?.state === 'running' && rows.retry(retriedAtOnce)) await nextTurn()
      await writeAll()
    })
  }

  async function begin(plans: readonly ReadyPlan[], noted: () => void): Promise<void> {
    refuseBusy()
    await noting.note(plans, noted)
    problem = null
    announce()
    void guard.run(goOn)
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
      else if (run !== null) void guard.run(() => endRest(targets.givingUp(run.parts.filter(isIncomplete))))
      finishedBatches.start()
      for (const clear of [byHand.start, deps.preparedFiles.start]) void guard.run(clear)
    },

    takeUpLeftOut: () => void guard.run(goOn),

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
      if (action === 'resume' || action === 'retry') starts.release(exportPiece(run))
      if (action === 'pause' && isUnderWay) rows.setPaused(true)
      if (action === 'resume' && isUnderWay) {
        problem = null
        rows.setPaused(false)
        void guard.run(goOn)
      }
      if (action === 'retry' && !isUnderWay && !noting.isUnderWay()) {
        problem = null
        rows.resume()
        void guard.run(retry)
      }
      if (action === 'cancel') void guard.run(giveUp)
      if (action === 'dismiss' && !isUnderWay) rows.forget()
      announce()
      finishedBatches.look()
    },

    hasWritten: ledger.hasWritten,
    foresee: (imageId, recipeId) => foresee({ ...deps, recipes }, imageId, recipeId),
    filesByHand: byHand.make,
    batchDone: finishedBatches.look,
    places: () => placesOf(rows.read()),
  }
}
