import { basename, dirname, parse } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { Brought, Provenance } from '@shared/model/brought'
import { isLeft } from '@shared/model/leftFile'
import type { Inspection } from '@shared/processes/imaging'
import type { Database } from '../db/database'
import { type FileHandle, open, rm } from '../drive'
import { newId } from '../ids'
import type { LostCopy, RegainedFile } from '../library/copies'
import type { FolderGates } from '../library/folderGates'
import { namedItem } from '../library/imageName'
import { type ImageRecord, readRecord } from '../library/imageRecords'
import type { Imaging } from '../library/imaging'
import type { Library, NewImage } from '../library/library'
import { unwritable } from '../library/libraryTrial'
import type { Clock } from '../ports'
import { isFileProblem } from '../storageProblem'
import type { BringingRows, WaitingFile } from './bringingRows'
import { problemOf } from './looking'
import { type SourceDigest, SourceFailure, type Sources } from './sources'

export interface BringingInDeps {
  readonly db: Database
  readonly rows: Pick<BringingRows, 'settle'>
  readonly sources: Sources
  readonly gates: Pick<FolderGates, 'ask'>
  readonly imaging: Pick<Imaging, 'provenance' | 'inspect'>
  readonly library: Pick<
    Library,
    | 'recover'
    | 'adopted'
    | 'check'
    | 'tempPath'
    | 'inTurn'
    | 'leave'
    | 'inspect'
    | 'copies'
    | 'discardDrafts'
    | 'folder'
    | 'place'
    | 'canBeLeft'
    | 'recordLeft'
    | 'insert'
    | 'finish'
    | 'regained'
  >
  readonly clock: Clock
}

type Known = Pick<WaitingFile, 'path' | 'jobId'> & { readonly digest: SourceDigest }

const nothingRead: Provenance = { prompt: null, model: null, tool: null, facts: [], madeAt: null }

/**
 * Brings one file into the library, or notes why it can't be: all of it or nothing, whenever the app ends. Throws
 * AppFailure if nothing can be placed now, which says nothing about the file.
 */
export async function bringIn(deps: BringingInDeps, file: WaitingFile): Promise<void> {
  const { rows, library } = deps
  const { path, jobId, leaves } = file
  try {
    // A kill came after its file was in place.
    if ((await library.recover(jobId, 0, { isSure: true })) !== null) return rows.settle(jobId, 'brought')
    const full = await library.check()
    if (full !== null) throw new AppFailure(full)
    if (!(leaves && (await leaveThere(deps, file)))) await copyIn(deps, file)
  } catch (failure) {
    const problem = problemOf(failure)
    if (problem === 'silent')
      throw new AppFailure(appError('sourceSilent', { params: { folder: dirname(path) }, retry: 'free' }))
    // It waits until files can be placed again.
    if (problem === null && !(failure instanceof AppFailure) && isFileProblem(failure))
      throw new AppFailure(unwritable(library.folder(), failure))
    if (problem === null) throw failure
    rows.settle(jobId, problem)
  } finally {
    library.leave(jobId, 0)
  }
}

async function copyIn(deps: BringingInDeps, { path, jobId }: WaitingFile): Promise<void> {
  const { library } = deps
  const temp = await library.tempPath(jobId, 0)
  try {
    await copyFrom(deps, { path, jobId, digest: await copied(deps, path, temp) }, temp)
  } finally {
    await discard(deps, temp)
  }
}

async function copyFrom(deps: BringingInDeps, file: Known, temp: string): Promise<void> {
  const { db, rows, library } = deps
  const { path, jobId } = file
  const copy = await library.copies.find(file.digest)
  if (copy === 'there') return rows.settle(jobId, 'known')
  if (copy !== null) return giveBack(deps, copy, jobId, await library.copies.putBack(temp, copy))
  const picture = await decoded((options) => library.inspect(temp, options))
  const image = await newImage(deps, file, { picture, from: temp })
  const adopting = library.adopted(jobId, 0)
  if (adopting !== null && (await adopting) !== null) return rows.settle(jobId, 'brought')
  const { prompt } = image.asked
  const placed = await library.place(temp, image, prompt === '' ? parse(path).name : prompt)
  db.transaction(() => {
    library.insert(image, placed)
    rows.settle(jobId, 'brought')
  })
  library.finish(image.id)
}

/**
 * Notes a file that stays where it is. False if it must be copied after all: it is that of an image of the library, which
 * lacks it there.
 */
async function leaveThere(deps: BringingInDeps, { path, jobId }: WaitingFile): Promise<boolean> {
  const { db, rows, library, sources, imaging } = deps
  if (!(await library.canBeLeft(path))) throw new SourceFailure('unleavable')
  const digest = await sources.read(path)
  const copy = await library.copies.find(digest)
  if (copy === 'there' || (copy === null && library.copies.isLeftThere(path))) {
    rows.settle(jobId, 'known')
    return true
  }
  if (copy !== null && !isLeft(copy.file)) return false
  const found = { file: path, fileTime: digest.modifiedAt }
  if (copy !== null) {
    giveBack(deps, copy, jobId, found)
    return true
  }
  const picture = await decoded((options) => imaging.inspect(path, options))
  const image = await newImage(deps, { path, jobId, digest }, { picture, from: path })
  await sources.refuseChanged(path, digest)
  await library.recordLeft(image, path)
  const isNew = db.transaction(() => {
    // A rebuild may have found its record.
    const isMissing = library.adopted(jobId, 0) === null
    if (isMissing) library.insert(image, path, digest.modifiedAt)
    rows.settle(jobId, 'brought')
    return isMissing
  })
  if (isNew) library.finish(image.id)
  return true
}

/** An image that lacked its file has it again, and everything that the user made of it. */
function giveBack(deps: BringingInDeps, copy: LostCopy, jobId: string, found: RegainedFile | null): void {
  const { db, rows, library } = deps
  const isBack = db.transaction(() => {
    const isRegained = found !== null && library.copies.regain(copy, found)
    rows.settle(jobId, isRegained ? 'brought' : 'known')
    return isRegained
  })
  if (isBack) library.regained(copy)
}

/** What is known of a file before it has its row; `from`: where it can be read now. */
async function newImage(
  deps: BringingInDeps,
  { path, jobId, digest }: Known,
  { picture, from }: { readonly picture: Inspection; readonly from: string },
): Promise<NewImage> {
  const { imaging, clock } = deps
  const read = await imaging.provenance(from).catch((failure: unknown) => {
    if (failure instanceof AppFailure) return nothingRead
    throw failure
  })
  const { prompt, model, tool, facts, madeAt } = (await recorded(deps, path, digest)) ?? read
  const now = clock.now()
  const name = basename(path).slice(0, 255)
  return {
    id: newId(now),
    jobId,
    index: 0,
    of: 1,
    ...picture,
    bytes: digest.bytes,
    sha256: digest.sha256,
    asked: { model: model ?? '', prompt: prompt ?? '', mode: null },
    revisedPrompt: null,
    connectionId: '',
    connectionName: '',
    taskId: null,
    tookMs: null,
    createdAt: madeBefore(now, madeAt ?? digest.modifiedAt),
    brought: { name, tool, facts: [...facts] } satisfies Brought,
  }
}

/** A clock that was wrong then puts nothing before 1970 or after today. */
const madeBefore = (now: number, time: number): number => Math.min(now, Math.max(0, Math.round(time)))

/** Writes the file beside its place to be; what an earlier run left there is overwritten. */
async function copied(deps: BringingInDeps, path: string, temp: string): Promise<SourceDigest> {
  const { sources, library } = deps
  const file: FileHandle = await library.inTurn(temp, async () => {
    await rm(temp, { force: true })
    return open(temp, 'wx')
  })
  try {
    return await sources.read(path, (bytes) =>
      library.inTurn(temp, async () => {
        await file.writeFile(bytes)
      }),
    )
  } finally {
    await library.inTurn(temp, () => file.close())
  }
}

/** One that ends the decoder among others is tried once more alone. */
async function decoded(
  inspect: (options?: { readonly alone: boolean }) => Promise<Inspection>,
): Promise<Inspection> {
  try {
    return await inspect()
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.code === 'decoderEnded')
      return inspect({ alone: true })
    throw failure
  }
}

/** A file that another library of ours has a record of, with exactly these bytes. */
async function recorded(
  { gates }: BringingInDeps,
  path: string,
  { sha256 }: SourceDigest,
): Promise<Provenance | null> {
  const item = namedItem(basename(path))
  if (item === null) return null
  const library = dirname(dirname(dirname(path)))
  const record = await gates.ask(library, () => readRecord(library, item.jobId, item.index)).catch(() => null)
  if (record === null || typeof record === 'symbol' || record.image.sha256 !== sha256) return null
  return provenanceOf(record)
}

function provenanceOf({ image }: ImageRecord): Provenance {
  const { asked, brought, createdAt } = image
  return {
    prompt: asked.prompt === '' ? null : asked.prompt,
    model: asked.model === '' ? null : asked.model,
    tool: brought === null ? 'Cyanotype' : brought.tool,
    facts: brought?.facts ?? [],
    madeAt: createdAt,
  }
}

/** After a rename into place there is nothing left. What can't be removed now is removed by the next start. */
async function discard({ library }: BringingInDeps, temp: string): Promise<void> {
  await library.inTurn(temp, () => rm(temp, { force: true })).catch(() => undefined)
  await library.discardDrafts(temp).catch(() => undefined)
}
