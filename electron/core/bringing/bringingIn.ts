import { basename, dirname, parse } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { Brought, Provenance } from '@shared/model/brought'
import type { Database } from '../db/database'
import { type FileHandle, open, rm } from '../drive'
import { newId } from '../ids'
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
import type { SourceDigest, Sources } from './sources'

export interface BringingInDeps {
  readonly db: Database
  readonly rows: Pick<BringingRows, 'settle'>
  readonly sources: Sources
  readonly gates: Pick<FolderGates, 'ask'>
  readonly imaging: Pick<Imaging, 'provenance'>
  readonly library: Pick<
    Library,
    | 'recover'
    | 'adopted'
    | 'check'
    | 'tempPath'
    | 'inTurn'
    | 'leave'
    | 'inspect'
    | 'hasCopy'
    | 'discardDrafts'
    | 'folder'
    | 'place'
    | 'insert'
    | 'finish'
  >
  readonly clock: Clock
}

const nothingRead: Provenance = { prompt: null, model: null, tool: null, facts: [], madeAt: null }

/**
 * Brings one file into the library, or notes why it can't be: all of it or nothing, whenever the app ends. Throws
 * AppFailure if nothing can be placed now, which says nothing about the file.
 */
export async function bringIn(deps: BringingInDeps, { path, jobId }: WaitingFile): Promise<void> {
  const { rows, library } = deps
  try {
    // A kill came after its file was in place.
    if ((await library.recover(jobId, 0, { isSure: true })) !== null) return rows.settle(jobId, 'brought')
    const full = await library.check()
    if (full !== null) throw new AppFailure(full)
    const temp = await library.tempPath(jobId, 0)
    try {
      await copyIn(deps, { path, jobId }, temp)
    } finally {
      await discard(deps, temp)
    }
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

async function copyIn(deps: BringingInDeps, { path, jobId }: WaitingFile, temp: string): Promise<void> {
  const { db, rows, library, imaging, clock } = deps
  const digest = await copied(deps, path, temp)
  if (library.hasCopy(digest)) return rows.settle(jobId, 'known')
  const picture = await inspected(deps, temp)
  const read = await imaging.provenance(temp).catch((failure: unknown) => {
    if (failure instanceof AppFailure) return nothingRead
    throw failure
  })
  const { prompt, model, tool, facts, madeAt } = (await recorded(deps, path, digest)) ?? read
  const now = clock.now()
  const name = basename(path).slice(0, 255)
  const image: NewImage = {
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
  const adopting = library.adopted(jobId, 0)
  if (adopting !== null && (await adopting) !== null) return rows.settle(jobId, 'brought')
  const placed = await library.place(temp, image, prompt ?? parse(name).name)
  db.transaction(() => {
    library.insert(image, placed)
    rows.settle(jobId, 'brought')
  })
  library.finish(image.id)
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
async function inspected({ library }: BringingInDeps, temp: string) {
  try {
    return await library.inspect(temp)
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.code === 'decoderEnded')
      return library.inspect(temp, { alone: true })
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
