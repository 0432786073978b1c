import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { readNameTemplate } from '@shared/model/exportNames'
import type { ExportRecipe } from '@shared/model/exportRecipe'
import { type ExportPlan, shownNames } from '@shared/model/exportRun'
import type { Database } from '../db/database'
import { extensions } from '../library/imageName'
import type { ListedImage, ListOfImages } from '../library/library'
import type { Clock } from '../ports'
import { folderProblem, freeBytes } from './destination'
import { problemOf } from './exportProblem'
import { countFailures } from './failureCounts'
import { entriesOf } from './folderEntries'
import { sidecarOf } from './imageDescription'
import { type ImageFacts, readFacts, writtenAs } from './imageFacts'
import { type Ledger, settingsKey, sourceKey } from './ledger'
import { createGivenNames, type FolderEntry, type GivenName } from './naming/givenNames'
import { manifestName, type Slugs, type WantedName, wantedName } from './naming/wantedName'
import type { OwnFolders } from './ownFolders'
import { type LeftThere, leftThere } from './unchangedFiles'
import type { PlannedZip, ZipLedger } from './zipLedger'
import { planZip, zipBytesOf } from './zipPlan'

/** A file to be written. */
export interface PlannedFile {
  readonly imageId: string
  /** The place of that image among all that are exported, from 1. */
  readonly at: number
  /** Inside the destination, with forward slashes. */
  readonly path: string
  /** Which bytes of the image, see `sourceKey`. */
  readonly source: string
  /** The file there, which is ours, is replaced if it is still unchanged by then. */
  readonly replaces: boolean
}

/** An image that isn't written because of what its file is: the result names it too. */
interface RefusedImage {
  readonly imageId: string
  /** The name of its own file. */
  readonly path: string
  readonly error: AppError
}

export interface MadePlan {
  readonly view: Omit<ExportPlan, 'plan'>
  readonly files: readonly PlannedFile[]
  readonly refused: readonly RefusedImage[]
  /** Null for files in folders. */
  readonly zip: PlannedZip | null
}

/** Images whose names are made in one turn of the loop. */
const imagesAtOnce = 50

/** The longest path that this system takes, in UTF-16 units or bytes, whichever are more. */
const pathMaximum = { win32: 259, darwin: 1023 }[process.platform as string] ?? 4095
const sidecarBytes = 2_000
/** Bytes of a name. */
const nameMaximum = 255

/**
 * What exporting some images would do. Reads the destination, and writes nothing. `isUnseen`: nobody sees it before it is
 * begun, so what can't be written is tried all the same, and told like any failure. Rejects with `interrupted`.
 */
export async function makePlan(
  deps: PlanningDeps,
  list: ListOfImages,
  recipe: ExportRecipe,
  {
    signal,
    isUnseen = false,
    besides = new Map(),
  }: {
    readonly signal: AbortSignal
    readonly isUnseen?: boolean
    /** Files that others write, by their folders inside the destination. */
    readonly besides?: ReadonlyMap<string, readonly FolderEntry[]>
  },
): Promise<MadePlan> {
  const { db, ledger, own } = deps
  const { folder, settings } = recipe
  const isZip = settings.into === 'zip'
  /** Where the files meet others. */
  const outside = isZip ? null : folder
  const { template, problem: nameProblem } = readNameTemplate(settings.template)
  const nothing = {
    images: list.total,
    files: 0,
    unchanged: 0,
    skipped: 0,
    replaced: 0,
    manifest: null,
    zip: null,
    names: [],
    taken: 0,
    repeated: 0,
    asks: false,
    bytes: 0,
    free: folder === null ? null : await freeBytes(folder),
    longPrompts: 0,
    credentials: 0,
    unreadCredentials: 0,
    rejected: 0,
    smaller: 0,
    unwritable: [],
    nameProblem,
    folderProblem: folder === null ? null : await folderProblem(folder, own),
  }
  if (template === null) return { view: nothing, files: [], refused: [], zip: null }

  const names = createGivenNames(settings.sidecar ? (path) => sidecarOf(path, settings) : undefined)
  const slugs: Slugs = new Map()
  const failures = countFailures()
  const files: PlannedFile[] = []
  const refused: RefusedImage[] = []
  const batches = new Set<string>()
  const listed = createHash('sha256')
  let images = 0
  let [unchanged, skipped, replaced] = [0, 0, 0]
  let [taken, repeated, bytes, longPrompts] = [0, 0, 0, 0]
  let [credentials, unreadCredentials] = [0, 0]
  let [rejected, smaller] = [0, 0]
  const key = settingsKey(settings)
  /** Where an earlier export may have left something that counts. */
  const leftIn = settings.onlyNew || settings.existing === 'replace' ? outside : null
  const isOver = (): boolean => signal.aborted

  const noteFolders = async (wanted: WantedName): Promise<void> => {
    for (let unnoted = names.unnoted(wanted); unnoted !== null; unnoted = names.unnoted(wanted)) {
      if (outside === null) names.note(unnoted, [])
      else for await (const some of entriesOf(join(outside, unnoted))) names.note(unnoted, some)
      names.note(unnoted, besides.get(unnoted) ?? [])
    }
  }

  const rest = async (): Promise<void> => {
    await nextTurn()
    if (isOver()) throw new AppFailure(appError('interrupted', { retry: 'free' }))
  }

  const give = async (wanted: WantedName, own: string | null = null): Promise<GivenName> => {
    for (;;) {
      const given = names.give(wanted, own)
      if (given !== null) return given
      await rest()
    }
  }

  const manifestPath = async (): Promise<string | null> => {
    if (settings.manifest === 'none') return null
    const wanted = manifestName(settings.manifest)
    await noteFolders(wanted)
    return (await give(wanted)).path
  }

  const add = async (image: ImageFacts, own: LeftThere | undefined): Promise<void> => {
    images++
    const source = sourceKey(image, settings)
    if (settings.onlyNew && own?.isWhole && own.entry.source === source && own.entry.settings === key) {
      unchanged++
      return
    }
    const error = isUnseen ? null : problemOf(image, settings)
    if (error !== null) {
      if (error.code === 'exportOtherFormat')
        refused.push({ imageId: image.id, path: `${image.names.file}.${extensions[image.format]}`, error })
      return failures.add(error)
    }
    const written = writtenAs(image, settings)
    const { width, height, ext } = written
    const wanted = wantedName(template, { ...image.names, width, height, ext, counter: images }, slugs)
    await noteFolders(wanted)
    if (settings.existing === 'skip' && names.takenBy(wanted) === 'there') {
      skipped++
      return
    }
    const given = await give(wanted, settings.existing === 'replace' ? own?.file : null)
    const longest = settings.sidecar ? sidecarOf(given.path, settings) : given.path
    if (outside !== null && !isUnseen && isTooLong(outside, longest))
      return failures.add(appError('exportPathTooLong'))
    if (given.replaces) replaced++
    if (given.taken === 'there') taken++
    if (given.taken === 'here') repeated++
    bytes += written.bytes + (settings.sidecar ? sidecarBytes : 0) + (isZip ? zipBytesOf(given.path) : 0)
    if (batches.size < 2) batches.add(image.names.batch)
    if (settings.manifest !== 'none') listed.update(JSON.stringify(image.names))
    if (image.hasLongPrompt) longPrompts++
    if (image.hasCredentials === true) credentials++
    if (image.hasCredentials === null) unreadCredentials++
    if (image.isRejected) rejected++
    if (staysSmaller(image, settings)) smaller++
    files.push({ imageId: image.id, at: images, path: given.path, source, replaces: given.replaces })
  }

  for await (const some of inGroups(list.images())) {
    await rest()
    const facts = readFacts(db, some)
    const ids = facts.map(({ id }) => id)
    const left = leftIn === null ? null : await leftThere(ledger, recipe.id, leftIn, ids, { isOver })
    for (const image of facts) await add(image, left?.get(image.id))
  }
  const manifest = files.length === 0 ? null : await manifestPath()
  const [batch = ''] = batches.size === 1 ? batches : []
  const planned =
    isZip && files.length > 0 ? await planZip(deps, recipe, { files, batch, listed, isOver }) : null
  await rest()
  const fate = planned?.view.fate ?? null
  const isWritten = fate !== 'there' && fate !== 'skipped'
  if (fate === 'there') unchanged += files.length
  if (fate === 'skipped') skipped += files.length
  if (fate === 'numbered') taken++
  const written = isWritten ? files : []
  return {
    view: {
      ...nothing,
      zip: planned?.view ?? null,
      manifest: isWritten ? manifest : null,
      images,
      files: written.length,
      unchanged,
      skipped,
      replaced,
      names: written.slice(0, shownNames).map(({ path }) => path),
      taken,
      repeated,
      asks: settings.existing === 'ask' && taken > 0,
      bytes: isWritten ? bytes : 0,
      longPrompts,
      credentials,
      unreadCredentials,
      rejected: isWritten ? rejected : 0,
      smaller: isWritten ? smaller : 0,
      unwritable: [...failures.list()],
    },
    files: written,
    refused,
    zip: planned?.zip ?? null,
  }
}

export interface PlanningDeps {
  readonly db: Database
  readonly ledger: Pick<Ledger, 'read' | 'leftImages' | 'recordTimes'>
  readonly zips: Pick<ZipLedger, 'of'>
  readonly own: OwnFolders
  readonly clock: Pick<Clock, 'now'>
}

/** Also of a file beside, whose name is longer. */
const isTooLong = (folder: string, path: string): boolean =>
  Buffer.byteLength(join(folder, path)) > pathMaximum || Buffer.byteLength(basename(path)) > nameMaximum

/** Its copy has fewer pixels than the recipe wants. */
const staysSmaller = (
  { width, height }: ImageFacts,
  { format, longestSide, enlarge }: ExportRecipe['settings'],
): boolean =>
  format !== 'original' &&
  longestSide !== null &&
  !enlarge &&
  width > 0 &&
  Math.max(width, height) < longestSide

async function* inGroups(images: AsyncIterable<ListedImage>): AsyncGenerator<readonly ListedImage[]> {
  let group: ListedImage[] = []
  for await (const image of images) {
    group.push(image)
    if (group.length < imagesAtOnce) continue
    yield group
    group = []
  }
  yield group
}
