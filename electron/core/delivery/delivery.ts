import { type AppError, AppFailure, appError, type ErrorCode } from '@shared/errors'
import type { Database } from '../db/database'
import { access, rm } from '../drive'
import type { Guard } from '../guard'
import { newId } from '../ids'
import { fileDigest } from '../library/fileDigest'
import type { Library, NewImage } from '../library/library'
import { isAbsence } from '../library/libraryFolders'
import { unwritable } from '../library/libraryTrial'
import type { LibraryWatch } from '../library/libraryWatch'
import type { Clock, Logger } from '../ports'
import type { ItemSetback, ReadyItem } from '../queue/engine/downloads/itemDelivery'
import type { Queue } from '../queue/queue'
import { downloadPolicy } from '../queue/rows/downloadPolicy'
import { discardPartial, forgetPartial } from '../service/partialFiles'
import type { FileWork, ServiceClient } from '../service/serviceClient'
import type { StartRecord } from '../startRecord'
import { isFileProblem } from '../storageProblem'
import { systemCode } from '../systemCode'
import { createDecoding } from './decoding'
import { type DownloadTargets, fetchItem } from './itemFetching'
import { createUnderway, type Run } from './underway'
import { createUnfitFiles } from './unfitFiles'

/** Downloads items from the service into the library, one by one, as they finish. */
export interface Delivery {
  start(): void
  /** Looks for work now: the library accepts files again, or the computer woke up. */
  wake(): void
  /** Aborts downloads; partial files stay and are resumed. */
  stop(): Promise<void>
}

interface DeliveryDeps {
  readonly db: Database
  readonly queue: Pick<
    Queue,
    | 'readyItems'
    | 'nextItemDue'
    | 'origin'
    | 'itemSaved'
    | 'itemFound'
    | 'itemRepeated'
    | 'itemSetBack'
    | 'endsItem'
    | 'onItemReady'
    | 'releaseAnswers'
  >
  readonly library: Pick<
    Library,
    | 'folder'
    | 'isLeftSilent'
    | 'recover'
    | 'recoverLast'
    | 'adopted'
    | 'tempPath'
    | 'leave'
    | 'inTurn'
    | 'inspect'
    | 'findBytes'
    | 'copies'
    | 'regained'
    | 'discardDrafts'
    | 'place'
    | 'insert'
    | 'finish'
  >
  readonly watch: Pick<LibraryWatch, 'problem' | 'look'>
  readonly service: Pick<ServiceClient, 'download' | 'strike' | 'strikeBytes' | 'keep'>
  readonly targets: DownloadTargets
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly starts: Pick<StartRecord, 'leftOut' | 'isLeftOut' | 'during'>
  /** 0 to 1, for the jitter of the backoff; default `Math.random`. */
  readonly random?: () => number
}

/** Errors that say nothing about the item, only about its destination. */
const ofLibrary: ReadonlySet<ErrorCode> = new Set(['libraryUnwritable', 'libraryAway', 'diskLow'])

const { retryMs, stuckMs, look } = downloadPolicy

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { db, queue, library, watch, clock, logger, guard, starts, random = Math.random } = deps
  const underway = createUnderway({ queue, library, starts })
  const decoding = createDecoding(library)
  const unfitFiles = createUnfitFiles({
    library,
    service: deps.service,
    targets: deps.targets,
    clock,
    random,
  })
  const stopping = new AbortController()
  let started = false
  let restUntil = 0
  let cancelTimer = () => {}
  let unsubscribe = () => {}

  function pump(): void {
    underway.leaveSilent()
    if (!started || stopping.signal.aborted || watch.problem() !== null) return
    cancelTimer()
    const rest = restUntil - clock.monotonic()
    if (rest > 0) {
      cancelTimer = clock.after(rest, pump)
      return
    }
    // Before checking what is due now: an item that falls due in between is then in both, not in neither.
    const due = queue.nextItemDue()
    for (let item = underway.next(); item !== undefined; item = underway.next()) {
      const run = underway.begin(item)
      run.end = starts.during('download', run.name, () => bring(run))
    }
    if (due === null) return
    const ms = Math.min(Math.max(due - clock.now(), look.shortestMs), look.longestMs)
    cancelTimer = clock.after(ms, pump)
  }

  async function bring(run: Run): Promise<void> {
    const { item } = run
    try {
      await deliver(item, run).catch((problem: unknown) => afterFailure(item, problem, run))
    } catch (problem) {
      // The database can't be written to: a file that is already in place is found there later by its record.
      guard.failed('delivery.notNoted', problem, { job: item.jobId, cause: systemCode(problem) ?? 'bug' })
      restUntil = clock.monotonic() + downloadPolicy.unwrittenRestMs
    } finally {
      underway.end(run)
      library.leave(item.jobId, item.index)
      void guard.run(pump)
    }
  }

  async function deliver(item: ReadyItem, run: Run): Promise<void> {
    const { jobId, index } = item
    run.folder = library.folder()
    /** Before giving up: a kill may have left its file in a folder that didn't respond at first, or without its record. */
    const foundLast = async (setback: ItemSetback): Promise<boolean> => {
      if (setback.kind === 'later') return false
      const id = queue.endsItem(jobId, index, setback)
        ? await library.recoverLast(jobId, index)
        : await library.recover(jobId, index, { isSure: true })
      return id !== null && queue.itemFound(jobId, index, id)
    }
    const here = await library.recover(jobId, index)
    if (here !== null) return queue.itemFound(jobId, index, here) ? discard(item) : undefined

    const { job, connectionName, frozen } = queue.origin(jobId)
    const temp = await library.tempPath(jobId, index)
    run.temp = temp
    const files: FileWork = (work) => library.inTurn(temp, work)
    const { connectionId } = item
    const signal = AbortSignal.any([stopping.signal, run.left.signal])
    const way = { connectionId, frozen, toFile: temp, files, signal }
    const fetched = await fetchItem({ ...deps, random }, item, way)
    if (fetched.kind === 'aborted' || run.left.signal.aborted) return
    if (fetched.kind === 'setBack') {
      const { error } = fetched.setback
      if (ofLibrary.has(error.code)) throw new AppFailure(error)
      if (!(await foundLast(fetched.setback))) return setBack(item, fetched.setback)
      return discard(item, temp)
    }

    const picture = await decoding.inspect(item, temp, fetched)
    if ('unfit' in picture) {
      const setback = await unfitFiles.setback(item, { ...picture, temp, frozen })
      if (!(await foundLast(setback))) setBack(item, setback)
      return unfitFiles.drop(temp)
    }
    const digest = await files(() => fileDigest(temp))
    const twin = item.again ? library.findBytes(jobId, digest.sha256) : null
    if (twin !== null && (await repeated(item, temp, twin))) return discard(item, temp)
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
      brought: null,
    }
    // Both may take long, and then be useless.
    if (run.left.signal.aborted) return
    const adopting = library.adopted(jobId, index)
    const adopted = adopting === null ? null : await adopting
    if (adopted !== null)
      return queue.itemFound(jobId, index, adopted) ? discard(item, temp) : unfitFiles.drop(temp)
    const file = await library.place(temp, image, job.name ?? job.request.prompt)
    await files(() => forgetPartial(temp))
    if (run.left.signal.aborted) return
    db.transaction(() => {
      library.insert(image, file)
      queue.itemSaved(jobId, index, image.id)
    })
    library.finish(image.id)
    await dropSpooled(item)
    await queue.releaseAnswers(jobId)
  }

  /** The item is an image that the job has. If that one's file is gone, this takes its place; false if it can't. */
  async function repeated({ jobId, index }: ReadyItem, temp: string, twin: string): Promise<boolean> {
    const { copies } = library
    const lost = await copies.lacking(twin)
    const found = lost === null ? null : await copies.putBack(temp, lost)
    if (lost !== null && found === null) return false
    const isBack = db.transaction(() => {
      queue.itemRepeated(jobId, index, twin)
      return lost !== null && found !== null && copies.regain(lost, found)
    })
    if (lost !== null && isBack) library.regained(lost)
    return true
  }

  /** The item has its image, so the rest of its download is removed; what can't be now, by the next start. */
  async function discard(item: ReadyItem, temp?: string): Promise<void> {
    try {
      await dropSpooled(item)
      await queue.releaseAnswers(item.jobId)
      const path = temp ?? (await library.tempPath(item.jobId, item.index))
      await library.inTurn(path, () => discardPartial(path))
      await library.discardDrafts(path)
    } catch (problem) {
      logger.warn('delivery.notDiscarded', { job: item.jobId, cause: systemCode(problem) ?? 'bug' })
    }
  }

  /** An item whose download failed because of the library waits unchanged until the library accepts files again. */
  async function afterFailure(item: ReadyItem, problem: unknown, { temp, left }: Run): Promise<void> {
    if (stopping.signal.aborted || left.signal.aborted) return
    const known = problem instanceof AppFailure ? problem.error : null
    const cause = systemCode(problem)
    if (known === null) logger.error('delivery.failed', { job: item.jobId, cause: cause ?? 'bug' })
    if ((await watch.look()) !== null || left.signal.aborted) return
    const hasVanished = temp !== null && isOfAbsence(known, cause) && !(await isThere(temp))
    if (left.signal.aborted) return
    const refused = isFileProblem(problem) ? unwritable(library.folder(), problem) : appError('internal')
    const found = hasVanished ? appError('imageVanished') : (known ?? refused)
    const error: AppError = { ...found, retry: 'free' }
    const kind = decoding.failed(item, error.code) ?? 'later'
    const waitMs = kind === 'stuck' ? stuckMs : retryMs(item.tries, random)
    setBack(item, { kind, notBefore: clock.now() + waitMs, error })
  }

  /** Whether the bytes that arrived are still where they were gathered: others may clear the library's own folder. */
  const isThere = (temp: string): Promise<boolean> =>
    library.inTurn(temp, () =>
      access(temp).then(
        () => true,
        (problem: unknown) => !isAbsence(problem),
      ),
    )

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
      await underway.ended()
    },
  }
}

async function dropSpooled({ spoolFile }: ReadyItem): Promise<void> {
  if (spoolFile !== null) await rm(spoolFile, { force: true })
}

/** Whether a failure may be that of a file which isn't there. */
function isOfAbsence(known: AppError | null, cause: string | null): boolean {
  return known?.code === 'imageLost' || (known?.detail?.cause ?? cause) === 'ENOENT'
}
