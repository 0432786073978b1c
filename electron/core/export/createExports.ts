import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import type { ExportRun } from '@shared/model/exportRun'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import { newId } from '../ids'
import type { Clock } from '../ports'
import { listProblem, tryFolder } from './destination'
import { createExportRows, type StoredExport, type WaitingFile } from './exportRows'
import type { Exports } from './exports'
import { createLedger, isAsLeft, type LedgerEntry, settingsKey, type WrittenFile } from './ledger'
import { writeManifest } from './manifest'
import { createPace } from './pace'
import { createPlanning } from './planning'
import { createRecipes } from './recipes'
import { discard, NotNow, type WritingDeps, writeImage } from './writing'

/** Files noted in one transaction. */
const notedAtOnce = 500
/** Files that are written at a time: one is synced while another is decoded. */
const atOnce = 3

export function createExports(
  deps: WritingDeps & {
    readonly db: Database
    readonly changes: Pick<Changes, 'announce'>
    readonly clock: Clock
    readonly guard: Pick<Guard, 'run'>
  },
): Exports {
  const { db, changes, clock, guard } = deps
  const recipes = createRecipes({ db, clock })
  const rows = createExportRows(db)
  const ledger = createLedger(db)
  const planning = createPlanning({ db, ledger, recipes })
  const pace = createPace(clock)
  let isNoting = false
  /** The last file that was taken up in this run. */
  let reached = 0
  let problem: AppError | null = null
  let turn: Promise<void> | null = null
  let stopped = false

  const announce = (): void => {
    if (!stopped) changes.announce('exports')
  }

  function refuseBusy(): void {
    if (isNoting || rows.read()?.state === 'running') throw new AppFailure(appError('exportBusy'))
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
      const own = (imageId: string) => ownFile(run, imageId)
      await writeImage(deps, { ...run, own }, file).then(
        (written) => settle(run, file, written),
        (failure: unknown) => settleFailed(file, failure),
      )
      pace.note()
      announce()
    }
  }

  async function ownFile({ recipeId, folder }: StoredExport, imageId: string): Promise<LedgerEntry | null> {
    const entry = ledger.read({ id: recipeId }, folder, [imageId]).get(imageId)
    return entry !== undefined && (await isAsLeft(folder, entry)) ? entry : null
  }

  function settle(
    { recipeId, folder, settings }: StoredExport,
    file: WaitingFile,
    written: WrittenFile,
  ): void {
    // What quitting interrupted is done at the next start.
    if (stopped) return
    const { number, imageId, source } = file
    db.transaction(() => {
      rows.settle(number, { path: written.path })
      ledger.note({ recipeId, folder, imageId }, { ...written, source, settings: settingsKey(settings) })
    })
  }

  function settleFailed({ number }: WaitingFile, failure: unknown): void {
    if (stopped) return
    if (failure instanceof NotNow) problem = failure.error
    else if (failure instanceof AppFailure) rows.settle(number, { error: failure.error })
    else throw failure
  }

  async function writeAll(): Promise<void> {
    reached = 0
    pace.begin()
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, writeNext))
    const bug = ends.find((end) => end.status === 'rejected')
    if (bug !== undefined) throw bug.reason
    const run = stopped ? null : rows.read()
    if (run?.state === 'running' && !run.isPaused && rows.next(0) === null) await finish(run)
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
    turn ??= writeAll().finally(() => {
      turn = null
    })
    return turn
  }

  /** Once what is being written has ended, whatever happened in the meantime. */
  async function goOnAfter(): Promise<void> {
    await turn
    if (!stopped) await goOn()
  }

  function current(): ExportRun | null {
    const run = rows.read()
    if (run === null) return null
    const { state, total, written, failed, folder, isPaused } = run
    const done = written + failed
    return state === 'running'
      ? { stage: 'running', done, total, leftMs: pace.left(total - done), isPaused, problem }
      : { stage: 'ended', folder, written, ...rows.failures(), left: total - done }
  }

  async function giveUp(): Promise<void> {
    const run = rows.read()
    if (run?.state !== 'running') return
    rows.end()
    await turn
    // A kill may have left some of what came next; they were in hand together.
    for (let file = stopped ? null : rows.next(0), seen = 0; file !== null && seen < atOnce; seen++) {
      await discard(run, file)
      file = stopped ? null : rows.next(file.number)
    }
    announce()
  }

  /** What failed, and what is left. */
  async function retry(): Promise<void> {
    await turn
    while (!stopped && rows.retry(notedAtOnce)) await nextTurn()
    if (stopped) return
    problem = null
    rows.resume()
    await goOn()
  }

  /** The files stay; what is known of them is no longer of use. */
  async function forgetWritten(recipeId: string): Promise<void> {
    while (!stopped && ledger.forget(recipeId)) await nextTurn()
  }

  return {
    recipes: {
      ...recipes,
      remove(id) {
        const { ready } = recipes.find(id)
        recipes.remove(id)
        if (ready === null) void guard.run(() => forgetWritten(id))
      },
    },

    start() {
      rows.forgetUnnoted()
      if (rows.read()?.state === 'running') void guard.run(goOn)
    },

    async stop() {
      stopped = true
      planning.stop()
      await turn?.catch(() => undefined)
    },

    plan: planning.plan,

    async begin(plan) {
      refuseBusy()
      const { recipe, files, view, folder } = planning.latest(plan)
      isNoting = true
      try {
        await tryFolder(folder)
        rows.open(newId(clock.now()), recipe, { folder, total: files.length, manifest: view.manifest })
        for (let at = 0; at < files.length && !stopped; at += notedAtOnce) {
          rows.add(files.slice(at, at + notedAtOnce))
          await nextTurn()
        }
        if (stopped) throw new AppFailure(appError('quitting'))
        rows.close()
        planning.forget()
        problem = null
      } finally {
        isNoting = false
      }
      announce()
      void guard.run(goOn)
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
      if (action === 'retry' && !isRunning && !isNoting) void guard.run(retry)
      if (action === 'cancel') void guard.run(giveUp)
      if (action === 'dismiss' && !isRunning) rows.forget()
      announce()
    },

    folder: () => rows.read()?.folder ?? null,
  }
}
