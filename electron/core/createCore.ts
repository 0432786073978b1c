import { join } from 'node:path'
import { appError } from '@shared/errors'
import { createBringing } from './bringing/createBringing'
import { createBulk } from './bulk/createBulk'
import { createChanges } from './changes'
import { createConnections } from './connections/createConnections'
import { createDemoService } from './connections/demoService'
import type { Core, CoreEvent, CoreOptions } from './core'
import { createDelivery } from './delivery/delivery'
import { createFetchingAgain } from './delivery/fetchingAgain'
import { createFoundFetching } from './delivery/foundFetching'
import type { DownloadTargets } from './delivery/itemFetching'
import { createExports } from './export/createExports'
import { createGuard, guardedPorts } from './guard'
import { forwardChanges } from './ipc/changeEvents'
import {
  noteDamagedRows,
  noteFormerLibrary,
  noteProblem,
  notePutBack,
  noteSalvage,
  noteSessionKeys,
} from './ipc/computerNotices'
import { coreHandlers } from './ipc/coreHandlers'
import { createEventJoiner } from './ipc/eventJoiner'
import { announceFirstImages } from './ipc/firstImages'
import { createLeftOutWork } from './ipc/leftOutWork'
import { createRouter } from './ipc/router'
import { createLastWords } from './lastWords'
import { createLibrary } from './library/createLibrary'
import { createImaging } from './library/imaging'
import { createLibraryWatch } from './library/libraryWatch'
import { createMoving } from './library/moving/createMoving'
import { openUpkeep } from './library/upkeep/openUpkeep'
import { createNotices } from './notices'
import type { Ports } from './ports'
import { createFoundPreviews } from './previews/foundPreviews'
import { createPreviews } from './previews/previews'
import { openProfile, probeStorage } from './profile'
import { createPrompts } from './prompts/createPrompts'
import { createQueue } from './queue/createQueue'
import { createServiceClient } from './service/createServiceClient'
import { createTables } from './tables/createTables'
import { unwatched } from './taskWatch'
import { createTurnShare } from './turnShare'
import { createWakefulness } from './wakefulness'
import { late, within } from './within'

const hourMs = 3_600_000

/** How many milliseconds to wait for the library's first clean-up. */
const startMs = 5_000
/** Anything that hasn't stopped after this many milliseconds never will. */
const stopMs = 15_000
/** How many milliseconds images may still take to be saved when the app quits: a decoder may need a minute. */
const deliverMs = 3_000

/** Composes the core. Opens the database: throws AppFailure `databaseLocked` or `databaseNewer`. */
export function createCore(given: Ports, options: CoreOptions): Core {
  const { tasks = unwatched } = options
  const guard = createGuard({
    ...given,
    tasks,
    probe: () => probeStorage(db, given.places.profile),
    onStorage(problem) {
      void guard.run(() => noteProblem(notices, 'storage', problem))
      void guard.run(() => queue.holdSends('storage', problem))
      if (problem === null) void guard.run(delivery.wake)
    },
  })
  const ports = guardedPorts(given, guard)
  const { clock, logger, notifier, places, power, preferences } = ports
  const changes = createChanges(guard)
  const notices = createNotices(changes)
  const { db, salvage, isOurs, makeOurs, starts, copies, kept } = openProfile({
    ...ports,
    profile: places.profile,
    version: options.app.version,
    isEnding: options.isEnding,
    tasks,
  })
  if (salvage !== null) noteSalvage(notices, salvage.setAside)

  const share = createTurnShare(ports)
  const bulk = createBulk({ ...ports, db, changes, share, onDropped: () => queue.pause() })
  const spoolFolder = join(places.profile, 'spool')
  const service = createServiceClient({
    clock,
    logger,
    spoolFolder,
    share,
    timeouts: options.timeouts,
  })
  const demo = createDemoService({ ...ports, options: options.demo })
  const connections = createConnections({ ...ports, db, changes, service, demo })
  const imaging = createImaging(ports)
  const library = createLibrary({
    ...ports,
    starts,
    db,
    changes,
    bulk,
    imaging,
    onFormerSilence(folder, isSilent) {
      noteFormerLibrary(notices, folder, isSilent)
      onLibraryBack()
    },
    checkLeft: (numbers) => upkeep.checkLeft(numbers),
    reserveBytes: options.diskReserveBytes,
  })
  const moving = createMoving({
    ...ports,
    ...library.ground,
    starts,
    db,
    use: library.use,
    onChange: () => changes.announce('move'),
    onEnd: library.tidyAgain,
  })
  const targets: DownloadTargets = {
    keyless: (id, frozen) => connections.resolveImages(id, frozen ?? connections.freeze(id)),
    keyed: (id, frozen, options) => connections.resolve(id, frozen ?? connections.freeze(id), options),
  }
  const keyless = (id: string) => targets.keyless(id, null)
  const previews = createPreviews({ profile: places.profile, service, imaging, keyless, clock, logger })
  const foundPreviews = createFoundPreviews({ profile: places.profile, imaging, clock })
  const queue = createQueue({
    ...ports,
    starts,
    db,
    bulk,
    share,
    service,
    spoolFolder,
    connections,
    changes,
    askAfterMs: () => preferences.read().askAfterHours * hourMs,
    mayBeSent: !isOurs,
    onSentAnyway: makeOurs,
  })
  const prompts = createPrompts({ ...ports, db, changes })
  const tables = createTables({ ...ports, starts, db, changes, connections, queue })
  const bringing = createBringing({ ...ports, starts, db, library, imaging, changes })
  const exports = createExports({
    ...ports,
    ...library.ground,
    ...{ starts, db, library, imaging, changes, notices },
  })
  const watch = createLibraryWatch({
    library,
    clock,
    onChange(problem) {
      queue.holdSends('library', problem)
      noteProblem(notices, 'library', problem)
      if (problem !== null) return
      onLibraryBack()
    },
  })
  const fetchAgain = createFetchingAgain({ queue, library, service, targets, clock })
  const upkeep = openUpkeep({ ...ports, ...library, starts, db, changes, imaging, fetchAgain })
  const delivery = createDelivery({
    ...ports,
    starts,
    db,
    queue,
    library,
    watch,
    service,
    targets,
  })

  const foundFetching = createFoundFetching({ queue, service, targets, clock, guard, spoolFolder })

  /** A library folder answers, or accepts files, again. */
  function onLibraryBack(): void {
    delivery.wake()
    moving.look()
    // Records that couldn't be written, and what the system's trash couldn't take.
    library.tidyAgain()
  }

  const listeners = new Set<(event: CoreEvent) => void>()
  function tell(event: CoreEvent): boolean {
    for (const listener of listeners) listener(event)
    return listeners.size > 0
  }
  const joiner = createEventJoiner(clock, tell)
  const lastWords = createLastWords({ clock, ask: () => tell({ event: 'app.ending', payload: null }) })
  const ending = new AbortController()
  const leftOut = createLeftOutWork({
    ...ports,
    starts,
    db,
    changes,
    notices,
    connections,
    queue,
    takesUp: {
      answer: queue.takeUpLeftOut,
      poll: queue.takeUpLeftOut,
      download: delivery.wake,
      file: library.tidyAgain,
      deletion: library.tidyAgain,
      table: tables.takeUpLeftOut,
      batch: tables.takeUpLeftOut,
      export: exports.takeUpLeftOut,
      move: moving.look,
      import: bringing.takeUpLeftOut,
      check: upkeep.takeUpLeftOut,
    },
    async startModules() {
      await guard.run(() => bulk.review({ isPutBack: !isOurs }))
      connections.start()
      await guard.run(previews.start)
      await watch.look()
      await within(clock, startMs, library.start())
      upkeep.start()
      moving.start()
      tables.start()
      // Each start asks anew until the user has answered that it is to be sent, or nothing waits any more.
      const mayBeSent = !isOurs && queue.overview(1).counts.waiting > 0
      if (mayBeSent) queue.pause()
      else makeOurs()
      await queue.start()
      if (mayBeSent) notePutBack(notices)
      delivery.start()
      foundFetching.start()
      bulk.start()
      bringing.start()
      exports.start()
    },
  })
  const handlers = coreHandlers({
    ...ports,
    app: options.app,
    db,
    kept,
    changes,
    notices,
    lastWords,
    leftOut,
    connections,
    queue,
    library,
    upkeep,
    moving,
    watch,
    bringing,
    exports,
    previews,
    foundPreviews,
    prompts,
    tables,
    signal: ending.signal,
  })
  const router = createRouter(handlers, { guard, share, tasks })

  const wakefulness = createWakefulness({ power, openDirectRequests: queue.openDirectRequests })

  const disposers = [
    forwardChanges({
      ...ports,
      changes,
      joiner,
      connections,
      notices,
      tables,
      moving,
      upkeep,
      bringing,
      exports,
    }),
    noteSessionKeys({ ...ports, notices, changes, connections }),
    noteDamagedRows({ ...ports, notices, changes, kept }),
    announceFirstImages({ ...ports, notices, changes, connections, queue }),
    changes.subscribe(wakefulness.review),
    queue.onBatchDone((batch) => {
      if (preferences.read().notifications) notifier.batchDone(batch)
    }),
    queue.onBatchAtRest(exports.batchDone),
    preferences.onUnwritten((problem) => void guard.run(() => noteProblem(notices, 'settings', problem))),
    power.onSuspend(queue.suspend),
    power.onResume(() => {
      queue.wake()
      delivery.wake()
      foundFetching.wake()
      connections.lookAtKeychain()
    }),
  ]

  async function stop(): ReturnType<Core['stop']> {
    ending.abort()
    starts.end()
    leftOut.stop()
    bulk.stop()
    for (const dispose of disposers) dispose()
    joiner.stop()
    watch.stop()
    const end = await within(clock, stopMs, stopRooms())
    wakefulness.end()
    guard.stop()
    db.close()
    tasks.logCounts()
    const isHanging = library.isHanging() || bringing.isHanging() || ports.secrets.isHanging()
    return end === late || isHanging ? 'hanging' : 'ended'
  }

  async function stopRooms(): Promise<void> {
    const placed = Promise.all([delivery.stop(), foundFetching.stop(), bringing.stop()])
    await Promise.all([queue.stop(), within(clock, deliverMs, placed), tables.stop(), copies.stop()])
    await Promise.all([
      previews.stop(),
      upkeep.stop(),
      moving.stop(),
      exports.stop(),
      library.stop(),
      imaging.stop(),
      connections.stop(),
      service.close(),
    ])
    await placed
  }

  let stopped: ReturnType<Core['stop']> | null = null
  return {
    handle: router.handle,
    openTable: (path, input) =>
      router.answer('tables.open', input, (origin) => tables.open({ path }, origin)),
    bringDropped: (paths) =>
      router.answer('bringing.choose', { what: 'files' }, () => {
        bringing.look(paths)
        return { chosen: true }
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    images: {
      pictureFile: (id) => tasks.measure('image', 'picture', () => library.pictureFile(id)),
      thumbnail: (id, size) => tasks.measure('image', 'thumbnail', () => library.thumbnail(id, size)),
    },
    previews: {
      file: (id) => tasks.measure('image', 'preview', () => previews.file(id) ?? foundPreviews.file(id)),
    },
    openDirectRequests: queue.openDirectRequests,
    holdForQuit: (quitting) => queue.holdSends('quitting', quitting ? appError('quitting') : null),
    hearLastWords: lastWords.hear,
    start: leftOut.start,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
