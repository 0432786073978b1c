import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Bulk } from '../bulk/bulk'
import type { Changes } from '../changes'
import type { Database } from '../db/database'
import type { Guard } from '../guard'
import type { Clock, Logger, Opener, Places, Preferences } from '../ports'
import type { StartRecord } from '../startRecord'
import { createAdoption } from './adoption'
import { createArrivals } from './arrivals'
import { createCollections } from './collections/createCollections'
import { createCopies } from './createCopies'
import { createOriginals } from './createOriginals'
import { createTrash } from './createTrash'
import { createDiscarding } from './discarding'
import { createFileCredentials } from './fileCredentials'
import { createFileDigests } from './fileDigests'
import { createFolderGates, silence } from './folderGates'
import { createFolderLanes } from './folderLanes'
import { createGallery } from './gallery'
import { createImagePlacing } from './imagePlacing'
import { recordOf } from './imageRecords'
import { imageSource } from './imageSource'
import { createImageThumbnails } from './imageThumbnails'
import type { Imaging } from './imaging'
import { createIncomingFiles } from './incomingFiles'
import type { Library } from './library'
import { createLibraryFolders } from './libraryFolders'
import type { LibraryGround } from './libraryGround'
import { createLibraryJobs } from './libraryJobs'
import { createLibraryProfiles } from './libraryProfiles'
import { createLibraryTrial, spaceProblem } from './libraryTrial'
import { createMarking } from './marking'
import { createMarkRecords } from './markRecords'
import { createMoveRows } from './moveRows'
import { isOfProfile } from './profileFolders'
import { createThumbnails } from './thumbnails'
import { createTidying } from './tidying'

export interface LibraryDeps {
  readonly db: Database
  readonly preferences: Preferences
  readonly places: Places
  readonly imaging: Imaging
  readonly opener: Pick<Opener, 'trash'>
  readonly changes: Changes
  readonly bulk: Pick<Bulk, 'register' | 'unfinished'>
  readonly clock: Clock
  readonly logger: Logger
  readonly guard: Pick<Guard, 'run' | 'failed'>
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  /** How many bytes always stay free; default 1 GB, or three times the bytes in flight if that is more. */
  readonly reserveBytes?: number | undefined
  /** Looks at the files of images that are back, as far as those were left where they were. */
  readonly checkLeft?: (numbers: readonly number[]) => Promise<void>
  /** A former library folder stopped responding, or responds again. */
  readonly onFormerSilence?: (folder: string, isSilent: boolean) => void
}

/**
 * Milliseconds after the start until the folders are tidied, and what any search needs is read: both would hold up the
 * first pictures.
 */
const restMs = 2000

/**
 * Milliseconds after the start until old images get placeholders, and are looked at for Content Credentials: by then, the
 * window has shown what it is to show.
 */
const catchUpMs = 20_000

export function createLibrary(deps: LibraryDeps): Library & { readonly ground: LibraryGround } {
  const { db, places, imaging, changes, clock, guard, reserveBytes = 1e9 } = deps
  const { onFormerSilence = () => {}, checkLeft = async () => {} } = deps
  const gallery = createGallery({ db, clock, revision: () => changes.revision('gallery') })
  const { rows, lists } = gallery
  const jobs = createLibraryJobs(db)
  const lanes = createFolderLanes()
  const gates = createFolderGates({
    clock,
    otherCalls: lanes.running,
    holdOther: lanes.hold,
    onChange: onGateChange,
  })
  const moves = createMoveRows(db)
  const folders = createLibraryFolders({ ...deps, gates, sourceOf: moves.sourceOf })
  const profiles = createLibraryProfiles(places.profile)
  const trial = createLibraryTrial({ folders, profiles, clock, guard })
  const placing = createImagePlacing()
  const digests = createFileDigests({ gates, clock })
  const thumbnails = createThumbnails({ imaging, profile: places.profile })
  const pictures = createImageThumbnails({
    ...deps,
    gallery,
    thumbnails,
    folders,
    onChange: () => changes.announce('gallery'),
  })
  const credentials = createFileCredentials({ ...deps, gallery, folders })
  /** Images whose files are being removed or moved. */
  const inHand = new Set<string>()
  const stopping = new AbortController()
  let endRest = () => {}
  let endCatchUp = () => {}
  const discarding = createDiscarding({
    ...deps,
    rows: gallery.deletions,
    images: rows,
    folders,
    gates,
    digests,
    thumbnails,
    moves,
    inHand,
    onAway: (folder) => tidying.missed(folder),
  })
  const trash = createTrash({
    ...deps,
    ...{ gallery, folders, gates, profiles, discarding },
    checkLeft,
    onChange: onMarked,
  })
  const arrivals = createArrivals({
    profile: places.profile,
    ...{ folders, gates, trial, lanes, placing, thumbnails, imaging, rows, jobs, moves },
  })
  const { isBeingPlaced, isGathering } = arrivals
  const incoming = createIncomingFiles({ rows, jobs, gates, clock, isGathering })
  const adoption = createAdoption({
    ...deps,
    rows,
    jobs,
    folders,
    gates,
    placing,
    isBeingPlaced,
    onAdopted: finish,
  })
  const markRecords = createMarkRecords({
    ...deps,
    ...gallery,
    folders,
    holderOf,
    gates,
    onAway: (folder) => tidying.missed(folder),
  })
  const marking = createMarking({
    ...deps,
    gallery,
    onChange: onMarked,
  })
  const collections = createCollections({ ...deps, ...gallery, onChange: onMarked })
  const tidying = createTidying({
    folders,
    adoption,
    incoming,
    discarding,
    markRecords,
    clock,
    guard,
    logger: deps.logger,
  })

  const recover = async (jobId: string, index: number, options = { isSure: false }) =>
    rows.findItem(jobId, index) ?? (await adoption.byRecord(jobId, index, options))

  const reserve = () => Math.max(reserveBytes, 3 * jobs.bytesInFlight())
  const ground: LibraryGround = {
    rows: moves,
    ...{ gallery, pictures, isBeingPlaced, onRestored, isAwaited: jobs.awaited, isOwn: jobs.isOwn },
    tidied: tidying.settled,
    recordAgain: () => markRecords.look(),
    folders,
    gates,
    lanes,
    placing,
    digests,
    inHand,
    reserve,
    holderOf,
    record(number, file) {
      const [id = ''] = rows.idsOf([number])
      const details = rows.anyDetails(id)
      const marks = gallery.markRows.recordedMarks(number)
      return details === null || marks === null ? null : { ...recordOf(details, marks), file }
    },
    isGathering: arrivals.isGatheredIn,
    incoming,
    profiles,
  }

  async function holderOf(imageId: string): Promise<string | null> {
    const row = rows.file(imageId)
    try {
      return row === null ? null : await folders.holder(row)
    } catch (failure) {
      if (failure instanceof AppFailure) return null
      throw failure
    }
  }

  function onGateChange(folder: string): void {
    const isSilent = gates.isSilent(folder)
    // Images that were left where they were are in folders that are no library.
    if (!folders.all().includes(folder)) return
    if (isSilent) tidying.missed(folder)
    else tidying.look()
    if (folder !== folders.current()) onFormerSilence(folder, isSilent)
  }

  function onMarked(): void {
    changes.announce('gallery')
    markRecords.look()
  }

  function onRestored(): void {
    changes.announce('gallery')
    void guard.run(() => gallery.catchUp({ isAll: false }))
  }

  function finish(imageId: string): void {
    onRestored()
    void guard.run(() => pictures.complete(imageId))
  }

  async function catchUp(): Promise<void> {
    await pictures.catchUp(stopping.signal)
    await credentials.catchUp(stopping.signal)
  }

  async function imageFile(id: string): Promise<string | null> {
    const row = rows.file(id)
    return row === null ? null : await folders.locate(row)
  }

  async function use(folder: string): Promise<void> {
    const begin = async () =>
      (await isOfProfile(folder, places.profile)) ? 'own' : await trial.begin(folder)
    const problem = await gates.ask(folder, begin, { isNeeded: true })
    if (problem === 'own')
      throw new AppFailure(appError('libraryFolderOwn', { params: { folder }, retry: 'free' }))
    if (problem === silence) throw new AppFailure(appError('folderUnwritable', { params: { folder } }))
    if (problem !== null) throw new AppFailure({ ...problem, code: 'folderUnwritable' })
    const former = folders.current()
    folders.use(folder)
    changes.announce('preferences')
    onFormerSilence(folder, false)
    if (former !== folder && gates.isSilent(former)) onFormerSilence(former, true)
    tidying.look()
  }

  /** Null if the folder in use accepts files and has room for what is still to come. */
  async function folderProblem(folder: string, reserve: number): Promise<AppError | null> {
    const found = await gates.ask(
      folder,
      async () => (await trial.problem(folder)) ?? (await spaceProblem(folder, reserve)),
      { isNeeded: true },
    )
    return found === silence ? appError('librarySilent', { params: { folder }, retry: 'free' }) : found
  }

  return {
    async start() {
      await thumbnails.start().catch((problem: unknown) => guard.failed('library.notTidied', problem))
      await tidying.start()
      // What is to be downloaded may be there already, without a row.
      if (jobs.isAnyAwaited()) tidying.look()
      trash.start()
      void guard.run(() => gallery.catchUp())
      void guard.run(() => gallery.fillStacks())
      void guard.run(() => collections.tidy(stopping.signal))
      endRest = clock.after(restMs, () => {
        tidying.look()
        void guard.run(() => gallery.warmUp())
      })
      endCatchUp = clock.after(catchUpMs, catchUp)
    },

    async stop() {
      gallery.stop()
      stopping.abort()
      endRest()
      endCatchUp()
      trash.stop()
      await Promise.all([gates.stop(), discarding.stop(), markRecords.stop(), tidying.stop()])
      await thumbnails.stop()
    },

    tidyAgain: tidying.again,
    ground,

    folder: folders.current,

    use,

    async check() {
      const bytes = reserve()
      return (
        (await folderProblem(folders.current(), bytes)) ??
        // Answers are stored there first.
        (await spaceProblem(places.profile, bytes))
      )
    },

    isHanging: () => gates.isHanging() || lanes.isBusy(),
    isLeftSilent: (folder) => folder !== folders.current() && gates.isSilent(folder),

    recover,
    recoverLast: async (jobId, index) =>
      (await recover(jobId, index, { isSure: true })) ?? (await adoption.byName(jobId, index)),

    adopted(jobId, index) {
      const id = rows.findItem(jobId, index)
      return id === null ? adoption.underway(jobId, index) : Promise.resolve(id)
    },

    findBytes: rows.findBytes,
    copies: createCopies({
      ...{ db, folders, gates, digests, placing, lanes, inHand },
      signal: stopping.signal,
    }),

    ...arrivals,
    finish,
    regained({ number, id }) {
      gallery.outside.note([{ number, outside: null }])
      markRecords.look()
      finish(id)
    },

    outline: lists.outline,
    costs: async (query) => {
      const costs = await lists.costs(query)
      return { revision: changes.revision('gallery'), ...costs }
    },
    page: lists.page,
    select: lists.select,
    selectAt: lists.selectAt,
    selectSeen: lists.selectSeen,
    beyond: lists.beyond,
    few: lists.few,
    count: lists.count,
    selected: lists.selected,
    collections,
    suggest: gallery.suggest,
    batchImages: gallery.exported.ofBatch,
    selectedImages: gallery.exported.selected,

    open(ids) {
      if (gallery.seen.mark(ids)) changes.announce('gallery')
    },
    details: (id) => present(id, rows.details(id)),
    async cost(id) {
      await gallery.costs.settle()
      const [number = null] = [...rows.numbersOf([id]), ...rows.numbersOf([id], 'trash')]
      const known = present(id, number)
      return { ...gallery.costs.of(known), demo: gallery.costs.isDemo(known) }
    },
    costsOf: lists.selectedCosts,
    source: (id) => present(id, imageSource(db, id, clock.now())),

    delete: trash.delete,
    restore: trash.undo,
    trash,

    async mark(selection, change, again = false) {
      const deleted = again ? await gallery.trashLists.selected(selection) : []
      return marking.mark([...(await lists.selected(selection)), ...deleted], change)
    },
    unmark: marking.unmark,

    writeNote(id, note, only) {
      const written = gallery.markRows.writeNote(id, note, only)
      if (written) {
        gallery.noted.changed()
        onMarked()
      }
      return written
    },

    imageFile,
    originals: createOriginals({
      ...deps,
      rows,
      lists: gallery.exported,
      folders,
      gates,
      thumbnails,
      profile: places.profile,
    }),
    pictureFile: async (id) => (rows.file(id)?.decoded === true ? imageFile(id) : null),
    thumbnail: pictures.get,
  }
}

/** Throws AppFailure `rowMissing` if there is no such image. */
function present<T>(id: string, found: T | null): T {
  if (found === null) throw new AppFailure(appError('rowMissing', { params: { id } }))
  return found
}
