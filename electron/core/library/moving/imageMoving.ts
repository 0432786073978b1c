import { join } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { claimName, isClaim } from '../../claimedName'
import { lstat, rm } from '../../drive'
import { syncFolder } from '../../durability'
import { isFileProblem } from '../../storageProblem'
import { isDiskFull, systemCode } from '../../systemCode'
import { silence } from '../folderGates'
import { itemName } from '../imageName'
import { carryNewerRecord, readRecord, writeRecord } from '../imageRecords'
import { isAbsence, mendOwn, movingFolder } from '../libraryFolders'
import type { LibraryGround } from '../libraryGround'
import { spaceProblem } from '../libraryTrial'
import type { MovableImage, Move, MovedFile } from '../moveRows'
import { numberedFile, plainFile } from '../placedName'
import {
  type CopyOptions,
  copyWhole,
  type Digest,
  hashFile,
  linkWhole,
  ofSource,
  SourceFailure,
} from './fileCopy'
import { silent, type Whereabouts } from './whereabouts'

/** `absent`: the source doesn't have it. An error: not now. */
export type ImageOutcome = 'moved' | 'absent' | 'unread' | AppError

/** Moves one image after the other: from then on the copy is the image, and its original is still there. */
export interface ImageMoving {
  /** Rejects with the signal's reason once it is aborted. */
  move(image: MovableImage, move: Move, options: CopyOptions): Promise<ImageOutcome>
}

type ImageMovingDeps = Pick<LibraryGround, 'holderOf' | 'lanes' | 'record' | 'reserve'> & {
  readonly gates: Pick<LibraryGround['gates'], 'ask'>
  readonly rows: Pick<LibraryGround['rows'], 'placedCopies' | 'moved' | 'unread'>
  readonly folders: Pick<LibraryGround['folders'], 'look' | 'path'>
  readonly placing: Pick<LibraryGround['placing'], 'makeFolders' | 'secure'>
  readonly whereabouts: Whereabouts
}

/** How often a file is copied that changes while it is read. */
const triesMaximum = 3

/** A name that this file system doesn't accept. */
const ofName: ReadonlySet<string | null> = new Set(['ENAMETOOLONG', 'EINVAL', 'EILSEQ'])

/** A verified copy in the target's own folder, on its way to a place. */
interface Gathered {
  /** The place that it is to have. */
  readonly file: string
  readonly temp: string
  readonly digest: Digest
}

interface Place {
  /** Inside the target. */
  readonly placed: string
  /** An equal file is there. */
  readonly isThere: boolean
}

export function createImageMoving(deps: ImageMovingDeps): ImageMoving {
  const { rows, record, folders, whereabouts, holderOf, gates, lanes, placing, reserve } = deps

  /** What the source has under its path may be a copy, such as of an export: then a third library has the image. */
  async function isElsewhere({ id }: MovableImage, { source, target }: Move): Promise<boolean> {
    const holder = await holderOf(id)
    return holder !== null && holder !== source && holder !== target
  }

  /** What is at a path of the target: nothing yet, an equal file that may be shared, or something else. */
  async function placeAt(
    image: MovableImage,
    { temp, digest }: Gathered,
    target: string,
    placed: string,
    options: CopyOptions,
  ) {
    const path = folders.path(target, placed)
    const found = await lstat(path).catch((problem: unknown) => {
      if (isAbsence(problem)) return null
      throw problem
    })
    if (found === null || (await isClaim(temp, path))) return { placed, isThere: false }
    if (!found.isFile() || found.size !== digest.bytes) return null
    options.signal.throwIfAborted()
    const copies = rows.placedCopies(digest.sha256).filter(({ number }) => number !== image.number)
    // On a disk that takes both names for one, it is the copy of another image.
    if (copies.some((copy) => folded(copy.placed) === folded(placed))) return null
    return (await hashFile(path, options)).sha256 === digest.sha256 ? { placed, isThere: true } : null
  }

  /** Where a copy goes. Another file is never replaced. */
  async function place(
    image: MovableImage,
    gathered: Gathered,
    target: string,
    options: CopyOptions,
  ): Promise<Place> {
    const { file } = gathered
    for (let number = 1; ; number++) {
      const wanted = number === 1 ? file : numberedFile(file, number)
      const found = await placeAt(image, gathered, target, wanted, options)
      if (found !== null) return found
    }
  }

  /** Puts a verified copy in its place, or finds an equal file there. Returns where that is. */
  async function put(
    image: MovableImage,
    gathered: Gathered,
    { source, target }: Move,
    options: CopyOptions,
  ): Promise<MovedFile> {
    const { file, temp, digest } = gathered
    const folder = file.split('/').slice(0, -1)
    await placing.makeFolders(target, folder)
    for (;;) {
      const { placed, isThere } = await place(image, gathered, target, { ...options, onBytes: () => {} })
      options.signal.throwIfAborted()
      const written = record(image.number, placed)
      const isCarried = await carryNewerRecord(source, target, image).catch(() => false)
      if (written !== null && !isCarried) await writeRecord(target, written)
      // Another file may have got that name since: then there is another place.
      if (!isThere && !(await claimName(temp, folders.path(target, placed)))) continue
      // Whoever put an equal file there may not have made it durable, and the original will be removed.
      if (isThere) await placing.secure(target, placed)
      else await syncFolder(join(target, ...folder))
      await rm(temp, { force: true })
      return { ...image, ...digest, placed, made: !isThere }
    }
  }

  /** The image's file as a whole in the target's own folder; null if it changes all the time. */
  async function gather(
    temp: string,
    { file, bytes, sha256 }: MovableImage,
    move: Move,
    options: CopyOptions,
  ) {
    const source = folders.path(move.source, file)
    const linked = await linkWhole(source, temp, options)
    if (linked !== null) return linked
    const full = await roomProblem(move.target, bytes)
    if (full !== null) throw new AppFailure(full)
    for (let tries = 0; tries < triesMaximum; tries++) {
      const digest = await copyWhole(source, temp, options)
      if (digest === null) continue
      // It was changed outside, unless it was misread.
      const isSure =
        digest.sha256 === sha256 || (await ofSource(hashFile(source, options))).sha256 === digest.sha256
      if (isSure) return digest
    }
    return null
  }

  /** It may have been marked after its record was written, and the marks recorded beside the original. */
  async function recordAgain({ number, placed }: MovedFile, target: string): Promise<void> {
    await gates.ask(target, async () => {
      const now = record(number, placed)
      const there = now === null ? null : await readRecord(target, now.image.jobId, now.image.index)
      if (now !== null && there !== null && JSON.stringify(there.marks) !== JSON.stringify(now.marks))
        await writeRecord(target, now)
    })
  }

  async function copy(image: MovableImage, move: Move, options: CopyOptions): Promise<MovedFile> {
    const temp = join(movingFolder(move.target), `${itemName(image.jobId, image.index)}.part`)
    await mendOwn(movingFolder(move.target))
    const digest = await gather(temp, image, move, options)
    if (digest === null) throw new SourceFailure(null)
    try {
      return await put(image, { file: image.file, temp, digest }, move, options)
    } catch (problem) {
      if (!ofName.has(systemCode(problem))) throw problem
      return put(image, { file: plainFile(image.file), temp, digest }, move, options)
    }
  }

  async function roomProblem(target: string, bytes: number): Promise<AppError | null> {
    const full = await gates.ask(target, () => spaceProblem(target, reserve() + bytes))
    if (full === silence) return silent(target)
    return full === null ? null : appError('moveTargetFull', { params: { folder: target }, retry: 'free' })
  }

  async function afterFailure(
    image: MovableImage,
    { source, target }: Move,
    problem: unknown,
    signal: AbortSignal,
  ): Promise<ImageOutcome> {
    if (problem instanceof AppFailure) return problem.error
    if (problem instanceof SourceFailure) {
      const away = await whereabouts.ofSource(source)
      if (away !== null) return away
      if ((await folders.look(source, image.file)) === 'absent') return 'absent'
      signal.throwIfAborted()
      rows.unread(image)
      return 'unread'
    }
    if (!isFileProblem(problem)) throw problem
    return (await whereabouts.ofTarget(target)) ?? unwritableTarget({ target }, problem)
  }

  return {
    async move(image, move, options) {
      const { source, target } = move
      const found = await folders.look(source, image.file)
      if (found !== 'there')
        return (await whereabouts.ofSource(source)) ?? (found === 'absent' ? found : silent(source))
      const away = await whereabouts.ofTarget(target)
      if (away !== null) return away
      if (await isElsewhere(image, move)) return 'absent'
      try {
        const moved = await lanes.run(source, () =>
          lanes.run(target, () => copy(image, move, options), { isLast: true }),
        )
        options.signal.throwIfAborted()
        rows.moved(moved)
        await recordAgain(moved, target)
        return 'moved'
      } catch (problem) {
        options.signal.throwIfAborted()
        return afterFailure(image, move, problem, options.signal)
      }
    },
  }
}

/** What a failed file operation says about the target. */
export function unwritableTarget({ target }: Pick<Move, 'target'>, problem: unknown): AppError {
  const cause = systemCode(problem)
  return appError(isDiskFull(cause) ? 'moveTargetFull' : 'moveTargetUnwritable', {
    params: { folder: target },
    retry: 'free',
    detail: { cause: cause ?? 'unknown' },
  })
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase()
