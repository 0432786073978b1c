import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Bringing as BringingView } from '@shared/model/bringing'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import { newId } from '../ids'
import { createFolderGates } from '../library/folderGates'
import type { Clock } from '../ports'
import { type Piece, type StartRecord, unlessLeftOut } from '../startRecord'
import type { Bringing } from './bringing'
import { type BringingInDeps, bringIn } from './bringingIn'
import { createBringingRows, type WaitingFile } from './bringingRows'
import { type Looked, type LookingDeps, lookAt } from './looking'
import { createSources } from './sources'

/** Files noted in one transaction. */
const notedAtOnce = 500
/** What kept a file from being placed is tried again after this many milliseconds. */
const retryMs = 5_000

export function createBringing(deps: {
  readonly db: Database
  readonly library: BringingInDeps['library'] & LookingDeps['library']
  readonly imaging: BringingInDeps['imaging']
  readonly places: LookingDeps['places']
  readonly changes: Pick<Changes, 'announce'>
  readonly clock: Clock
  readonly guard: Pick<Guard, 'run'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during' | 'release'>
}): Bringing {
  const { db, changes, clock, guard, starts } = deps
  const gates = createFolderGates({ clock, otherCalls: () => 0, onChange() {} })
  const sources = createSources(gates)
  const rows = createBringingRows(db)
  let looking: { readonly ending: AbortController; files: number } | null = null
  let looked: Looked | null = null
  let isNoting = false
  /** The file that is being brought in. */
  let underway: WaitingFile | null = null
  let problem: AppError | null = null
  let turn: Promise<void> | null = null
  let endWait = () => {}
  let stopped = false

  const announce = () => changes.announce('bringing')

  function refuseBusy(): void {
    if (isNoting || rows.read()?.state === 'running') throw new AppFailure(appError('bringingBusy'))
  }

  function forgetLook(): void {
    looking?.ending.abort()
    looking = null
    looked = null
  }

  async function look(paths: readonly string[]): Promise<void> {
    const own = { ending: new AbortController(), files: 0 }
    looking = own
    announce()
    const { signal } = own.ending
    const onProgress = (files: number): void => {
      own.files = files
      announce()
    }
    const found = await lookAt({ ...deps, sources }, paths, { onProgress, signal })
    if (looking !== own) return
    looking = null
    looked = found
    announce()
  }

  /** One file after the other: images that were paid for go first, and so does everything else. */
  async function bringNext(): Promise<void> {
    for (;;) {
      await nextTurn()
      if (stopped || rows.read()?.state !== 'running') return
      underway = rows.next()
      if (underway === null) {
        rows.end()
        announce()
        return
      }
      try {
        await bringIn({ ...deps, rows, sources, gates }, underway)
        problem = null
      } catch (failure) {
        if (stopped) return
        if (!(failure instanceof AppFailure)) throw failure
        problem = failure.error
        endWait = clock.after(retryMs, goOn)
        return
      } finally {
        underway = null
        if (!stopped) announce()
      }
    }
  }

  /** By which the notes of a start know it. */
  const piece = (): Piece => ({ kind: 'import', id: String(rows.read()?.id) })

  async function bringRest(): Promise<void> {
    const skipped = await unlessLeftOut(starts, piece(), bringNext)
    if (skipped === null) return
    problem = skipped
    announce()
  }

  /** Alone at any time, whoever calls it. */
  function goOn(): Promise<void> {
    endWait()
    turn ??= bringRest().finally(() => {
      turn = null
    })
    return turn
  }

  function current(): BringingView | null {
    if (looking !== null) return { stage: 'looking', files: looking.files }
    if (looked !== null) return looked.view
    const run = rows.read()
    if (run === null) return null
    const { state, total, brought, known } = run
    const failed = rows.failed()
    const done = brought + known + failed.count
    return state === 'running'
      ? { stage: 'running', done: Math.min(done, total), total, problem }
      : { stage: 'ended', brought, known, failed, left: Math.max(0, total - done) }
  }

  function takeUp(): void {
    if (rows.read()?.state === 'running') void guard.run(goOn)
  }

  return {
    start() {
      rows.forgetUnnoted()
      takeUp()
    },
    takeUpLeftOut: takeUp,

    async stop() {
      stopped = true
      endWait()
      forgetLook()
      await gates.stop()
      await turn?.catch(() => undefined)
    },

    isHanging: gates.isHanging,
    current,
    refuseBusy,

    look(paths) {
      refuseBusy()
      forgetLook()
      void guard.run(() => look(paths))
    },

    async begin(leaves) {
      if (looked === null || looked.paths.length === 0 || isNoting)
        throw new AppFailure(appError('bringingBusy'))
      const { paths } = looked
      isNoting = true
      try {
        rows.open(leaves)
        for (let at = 0; at < paths.length && !stopped; at += notedAtOnce) {
          rows.add(paths.slice(at, at + notedAtOnce).map((path) => ({ path, jobId: newId(clock.now()) })))
          await nextTurn()
        }
        if (stopped) throw new AppFailure(appError('quitting'))
        rows.close()
        starts.release(piece())
        looked = null
        problem = null
      } finally {
        isNoting = false
      }
      announce()
      void guard.run(goOn)
    },

    cancel() {
      forgetLook()
      if (rows.read()?.state === 'running') {
        rows.giveUp(underway?.jobId ?? null)
        starts.release(piece())
        void guard.run(goOn)
      }
      announce()
    },

    dismiss() {
      if (rows.read()?.state === 'ended') rows.forget()
      announce()
    },
  }
}
