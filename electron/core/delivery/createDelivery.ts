import { type AppError, AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { Database } from '../db/database'
import { rm } from '../drive'
import type { Guard } from '../guard'
import { newId } from '../ids'
import { fileDigest } from '../library/fileDigest'
import { itemName } from '../library/imageName'
import { hopeless } from '../library/imaging'
import type { Library, NewImage } from '../library/library'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Clock, Logger } from '../ports'
import type { ItemSetback, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import type { Queue } from '../queue/queue'
import { longestPostponementMs } from '../queue/rows/itemStore'
import { backoffMs } from '../service/backoff'
import { discardPartial, forgetPartial } from '../service/partialFiles'
import type { FileWork, ServiceClient } from '../service/serviceClient'
import type { StartWatch } from '../startWatch'
import { systemCode } from '../systemCode'
import { createDecodeTries } from './decodeTries'
import type { Delivery } from './delivery'
import { type DownloadTargets, fetchItem } from './itemFetching'

export interface DeliveryDeps {
  readonly db: Database
  readonly queue: Pick<
    Queue,
    'readyItems' | 'nextItemDue' | 'origin' | 'itemSaved' | 'itemRepeated' | 'itemSetBack' | 'onItemReady'
  >
  readonly library: Pick<
    Library,
    | 'folder'
    | 'isStranded'
    | 'recover'
    | 'tempPath'
    | 'inTurn'
    | 'inspect'
    | 'findBytes'
    | 'place'
    | 'insert'
    | 'finish'
  >
  readonly watch: Pick<LibraryWatch, 'problem' | 'look'>
  readonly service: Pick<ServiceClient, 'download'>
  readonly targets: DownloadTargets
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly starts: Pick<StartWatch, 'leftOut' | 'isLeftOut' | 'during'>
  /** 0 to 1, for the jitter of the backoff; default `Math.random`. */
  readonly random?: () => number
}

/** How many downloads of one connection run at once: a slow service doesn't keep another one's images waiting. */
const concurrency = 4
/**
 * Bounds of the wait for a postponed item. Its time may already be past while it is being worked on, or far away after
 * the clock jumped.
 */
const wait = { shortest: 1_000, longest: 60_000 }

/** How long downloads pause, in milliseconds, after the result of one couldn't be written to the database. */
const restMs = 5_000

/** Errors that say nothing about the item, only about its destination. */
const ofLibrary: ReadonlySet<ErrorCode> = new Set(['libraryUnwritable', 'diskLow'])

/** An image that is being downloaded and saved. */
interface Run {
  readonly item: ReadyItem
  /** The library it goes to; null until that is known. */
  folder: string | null
  /** Aborted if that folder is no longer in use and isn't responding: another run saves the image elsewhere. */
  readonly left: AbortController
  end: Promise<void>
}

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { db, queue, library, watch, clock, logger, guard, starts, random = Math.random } = deps
  const underway = new Map<string, Run>()
  const decodeTries = createDecodeTries()
  const stopping = new AbortController()
  let started = false
  let restUntil = 0
  let cancelTimer = () => {}
  let unsubscribe = () => {}

  function leaveStranded(): void {
    for (const [name, { folder, left }] of underway) {
      if (folder === null || !library.isStranded(folder)) continue
      underway.delete(name)
      left.abort()
    }
  }

  function pump(): void {
    leaveStranded()
    if (!started || stopping.signal.aborted || watch.problem() !== null) return
    cancelTimer()
    const rest = restUntil - clock.monotonic()
    if (rest > 0) {
      cancelTimer = clock.after(rest, pump)
      return
    }
    // Before checking what is due now: an item that falls due in between is then in both, not in neither.
    const due = queue.nextItemDue()
    for (let item = next(); item !== undefined; item = next()) {
      const name = itemName(item.jobId, item.index)
      const run: Run = { item, folder: null, left: new AbortController(), end: Promise.resolve() }
      underway.set(name, run)
      run.end = starts.during('download', name, () => bring(item, name, run))
    }
    if (due === null) return
    const ms = Math.min(Math.max(due - clock.now(), wait.shortest), wait.longest)
    cancelTimer = clock.after(ms, pump)
  }

  /** The oldest waiting item whose connection has room for one more. */
  function next(): ReadyItem | undefined {
    const open = new Map<string, number>()
    for (const { item } of underway.values())
      open.set(item.connectionId, (open.get(item.connectionId) ?? 0) + 1)
    const full = [...open].filter(([, count]) => count >= concurrency).map(([id]) => id)
    const passed = underway.size + starts.leftOut().length
    return queue.readyItems(passed + 1, { besides: full }).find((item) => {
      const name = itemName(item.jobId, item.index)
      return !underway.has(name) && !starts.isLeftOut('download', name) && !waitsForTwin(item)
    })
  }

  /** If two images may be the same, the second is compared with the first once that is saved. */
  function waitsForTwin({ jobId, again }: ReadyItem): boolean {
    return [...underway.values()].some(({ item }) => item.jobId === jobId && (again || item.again))
  }

  async function bring(item: ReadyItem, name: string, run: Run): Promise<void> {
    try {
      await deliver(item, run).catch((problem: unknown) => afterFailure(item, problem, run))
    } catch (problem) {
      // The database can't be written to: a file that is already in place is found there later by its record.
      guard.failed('delivery.notNoted', problem, { job: item.jobId, cause: systemCode(problem) ?? 'bug' })
      restUntil = clock.monotonic() + restMs
    } finally {
      if (underway.get(name) === run) underway.delete(name)
      void guard.run(pump)
    }
  }

  async function deliver(item: ReadyItem, run: Run): Promise<void> {
    const { jobId, index } = item
    const saved = (imageId: string) => db.transaction(() => queue.itemSaved(jobId, index, imageId))
    const here = await library.recover(jobId, index)
    if (here !== null) return saved(here)

    const { job, connectionName, frozen } = queue.origin(jobId)
    run.folder = library.folder()
    const temp = await library.tempPath(jobId, index)
    const files: FileWork = (work) => library.inTurn(temp, work)
    const { connectionId } = item
    const signal = AbortSignal.any([stopping.signal, run.left.signal])
    const way = { connectionId, frozen, toFile: temp, files, signal }
    const fetched = await fetchItem({ ...deps, random }, item, way)
    if (fetched.kind === 'aborted' || run.left.signal.aborted) return
    if (fetched.kind === 'setBack') {
      const { error } = fetched.setback
      if (ofLibrary.has(error.code)) throw new AppFailure(error)
      // Before giving up: a kill may have left its file in a folder that didn't respond at first.
      const late =
        fetched.setback.kind === 'later' ? null : await library.recover(jobId, index, { isSure: true })
      return late === null ? setBack(item, fetched.setback) : saved(late)
    }

    const picture = await inspect(temp, { ...fetched, alone: decodeTries.isAlone(item) })
    decodeTries.decoded(item)
    const digest = await files(() => fileDigest(temp))
    const twin = item.again ? library.findBytes(jobId, digest.sha256) : null
    if (twin !== null) {
      db.transaction(() => queue.itemRepeated(jobId, index, twin))
      await files(() => discardPartial(temp))
      return dropSpooled(item)
    }
    const now = clock.now()
    const image: NewImage = {
      id: newId(now),
      jobId,
      index,
      of: job.images,
      ...picture,
      ...digest,
      asked: { ...job.request, mode: job.mode },
      revisedPrompt: item.revisedPrompt,
      connectionId,
      connectionName,
      taskId: job.taskId,
      tookMs: job.sentAt === null ? null : Math.max(0, now - job.sentAt),
      createdAt: now,
    }
    // Both may take long, and then be useless.
    if (run.left.signal.aborted) return
    const file = await library.place(temp, image, job.name ?? job.request.prompt)
    await files(() => forgetPartial(temp))
    if (run.left.signal.aborted) return
    db.transaction(() => {
      library.insert(image, file)
      queue.itemSaved(jobId, index, image.id)
    })
    library.finish(image.id)
    await dropSpooled(item)
  }

  /**
   * A file that will never be an image isn't kept for resuming; one that was pieced together is first fetched as a
   * whole.
   */
  async function inspect(
    temp: string,
    { resumed, alone }: { readonly resumed: boolean; readonly alone: boolean },
  ) {
    try {
      return await library.inspect(temp, { alone })
    } catch (problem) {
      if (!(problem instanceof AppFailure) || !hopeless.has(problem.error.code)) throw problem
      await library.inTurn(temp, () => discardPartial(temp))
      if (!resumed) throw problem
      throw new AppFailure(appError('connectionLost', { retry: 'free', detail: { cause: 'parts' } }))
    }
  }

  /** An item whose download failed because of the library waits unchanged until the library accepts files again. */
  async function afterFailure(item: ReadyItem, problem: unknown, { left }: Run): Promise<void> {
    if (stopping.signal.aborted || left.signal.aborted) return
    const known = problem instanceof AppFailure ? problem.error : null
    if (known !== null && hopeless.has(known.code)) return setBack(item, { kind: 'failed', error: known })
    const cause = systemCode(problem)
    if (known === null) logger.error('delivery.failed', { job: item.jobId, cause: cause ?? 'bug' })
    if ((await watch.look()) !== null || left.signal.aborted) return
    const error: AppError = { ...(known ?? failureOf(cause)), retry: 'free' }
    const kind = decodeTries.failed(item, error.code) ?? 'later'
    const waitMs = kind === 'stuck' ? longestPostponementMs : backoffMs(item.tries, random)
    setBack(item, { kind, notBefore: clock.now() + waitMs, error })
  }

  function setBack({ jobId, index }: ReadyItem, setback: ItemSetback): void {
    db.transaction(() => queue.itemSetBack(jobId, index, setback))
  }

  return {
    start() {
      started = true
      unsubscribe = queue.onItemReady(pump)
      pump()
    },
    wake: pump,
    async stop() {
      stopping.abort()
      unsubscribe()
      cancelTimer()
      await Promise.all([...underway.values()].map(({ end }) => end))
    },
  }
}

async function dropSpooled({ spoolFile }: ReadyItem): Promise<void> {
  if (spoolFile !== null) await rm(spoolFile, { force: true })
}

/** The error of a file operation, by the system's code. */
function failureOf(cause: string | null): AppError {
  const code = cause === 'ENOSPC' || cause === 'EDQUOT' ? 'diskLow' : 'internal'
  return appError(code, { retry: 'free', detail: cause === null ? null : { cause } })
}
