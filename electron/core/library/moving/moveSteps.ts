import { type AppError, AppFailure } from '@shared/errors'
import type { MovePlan } from '@shared/model/libraryMove'
import type { Database } from '../../db/database'
import type { Logger } from '../../ports'
import { silence } from '../folderGates'
import { isOwnFile } from '../libraryFolders'
import type { LibraryGround } from '../libraryGround'
import type { MovableImage, Move, MovedFile } from '../moveRows'
import { createEmptiedLibrary } from './emptiedLibrary'
import type { CopyOptions } from './fileCopy'
import type { ImageMoving } from './imageMoving'
import type { MovedOriginals } from './movedOriginals'
import { silent, type Whereabouts } from './whereabouts'

/** What a move does next. Each step may be interrupted anywhere, and is then done again. */
export interface MoveSteps {
  begin(plan: MovePlan): void
  /**
   * Null: the next one can follow. `busy`, or an error that the person should know: not now. Rejects with the signal's
   * reason once it is aborted.
   */
  next(move: Move, options: CopyOptions): Promise<StepResult>
  /** The originals are the images again. */
  cancel(): void
}

type StepResult = AppError | 'busy' | null

interface MoveStepsDeps extends Pick<LibraryGround, 'rows' | 'folders' | 'gates' | 'inHand' | 'isGathering'> {
  readonly db: Pick<Database, 'transaction'>
  readonly images: ImageMoving
  readonly originals: MovedOriginals
  readonly whereabouts: Whereabouts
  /** New images are saved there from now on. Throws AppFailure. */
  readonly use: (folder: string) => Promise<void>
  readonly logger: Logger
  readonly onEnd: () => void
}

const imagesAtOnce = 100
/** How often one image is copied again because its original or its copy changes. */
const repeatsMaximum = 3

export function createMoveSteps(deps: MoveStepsDeps): MoveSteps {
  const { db, rows, images, originals, folders, whereabouts, gates } = deps
  const { inHand, use, isGathering, logger, onEnd } = deps
  const emptied = createEmptiedLibrary(gates)
  /** Of this run. */
  const repeats = new Map<number, number>()

  async function begin({ target }: Move): Promise<AppError | null> {
    try {
      await use(target)
    } catch (problem) {
      if (problem instanceof AppFailure) return problem.error
      throw problem
    }
    rows.change({ begun: true })
    return null
  }

  /** Null if something else handles the image now. */
  async function withImage<T>(id: string, work: () => Promise<T>): Promise<T | null> {
    if (inHand.has(id)) return null
    inHand.add(id)
    try {
      return await work()
    } finally {
      inHand.delete(id)
    }
  }

  /** `file`: where its original is; default where the image is. */
  async function copyOne(
    { id, number }: MovableImage,
    move: Move,
    options: CopyOptions,
    file?: string,
  ): Promise<AppError | null> {
    const outcome = await withImage(id, async () => {
      const image = rows.image(number)
      return image === null ? 'absent' : images.move({ ...image, file: file ?? image.file }, move, options)
    })
    // It is being deleted. If it is still there afterwards, the last look finds it.
    if (outcome === null || typeof outcome === 'string') return null
    return outcome
  }

  async function copySome(move: Move, options: CopyOptions): Promise<AppError | null> {
    const some = rows.imagesAfter(move.reached, imagesAtOnce)
    const last = some.at(-1)
    if (last === undefined) {
      rows.advance('removing')
      return null
    }
    for (const image of some) {
      options.signal.throwIfAborted()
      const problem = await copyOne(image, move, options)
      options.signal.throwIfAborted()
      if (problem !== null) return problem
    }
    rows.change({ reached: last.number })
    return null
  }

  async function removeOriginal(file: MovedFile, move: Move, options: CopyOptions): Promise<StepResult> {
    const image = rows.image(file.number)
    const outcome = await withImage(image?.id ?? '', () => originals.remove(file, move, options))
    options.signal.throwIfAborted()
    if (outcome === null) return 'busy'
    if (typeof outcome !== 'string') return outcome
    const tries = (repeats.get(file.number) ?? 0) + 1
    if (outcome === 'differs' && image !== null && tries <= repeatsMaximum) {
      repeats.set(file.number, tries)
      return copyOne(image, move, options, file.file)
    }
    if (outcome === 'removed') rows.removed(file)
    else
      db.transaction(() => {
        rows.dropFile(file.number)
        rows.change({ kept: move.kept + 1 })
      })
    return null
  }

  /** Whether the source still has images that are to be moved: what came late, or was being deleted. */
  async function isAnyLeft({ source, target }: Move): Promise<boolean | AppError> {
    for (let after = 0; ; ) {
      const some = rows.imagesAfter(after, imagesAtOnce)
      const last = some.at(-1)
      if (last === undefined) return false
      after = last.number
      const left = await gates.ask(source, async () => {
        const found = await Promise.all(some.map(({ file }) => isOwnFile(source, file).catch(() => false)))
        return some.filter((_, at) => found[at])
      })
      if (left === silence) return silent(source)
      for (const { number, file } of left)
        if (!rows.isUnread(number) && (await folders.look(target, file)) === 'absent') return true
    }
  }

  async function finish(move: Move): Promise<StepResult> {
    const { source, target } = move
    const away = (await whereabouts.ofSource(source)) ?? (await whereabouts.ofTarget(target))
    if (away !== null) return away
    const left = await isAnyLeft(move)
    if (typeof left !== 'boolean') return left
    if (left) {
      rows.advance('copying')
      return null
    }
    if (isGathering(source)) return 'busy'
    const others = await emptied.clearDays(source)
    const unread = rows.unreadCount()
    const isEmptied = unread === 0 && folders.current() !== source
    await emptied.clearCopies(target)
    db.transaction(() => {
      rows.advance('done')
      rows.change({ otherFiles: Math.max(0, others - unread - move.kept) })
      if (isEmptied) folders.forget(source)
    })
    // Only now: without them, the source would count as away.
    if (isEmptied) await emptied.clearOwn(source)
    logger.info('library.moveEnded', { unread, kept: move.kept })
    onEnd()
    return null
  }

  async function undoSome(move: Move, options: CopyOptions): Promise<StepResult> {
    const { source, target } = move
    const away = await whereabouts.ofSource(source)
    if (away !== null) return away
    if (folders.current() === target)
      // If nothing can be written there, new images are still saved in the target.
      await use(source).catch((problem: unknown) => {
        if (!(problem instanceof AppFailure)) throw problem
      })
    options.signal.throwIfAborted()
    const file = rows.firstFile()
    if (file !== null) return undoOne(file, move, options)
    await emptied.clearDays(target)
    await emptied.clearCopies(target)
    rows.advance('undone')
    logger.info('library.moveUndone')
    onEnd()
    return null
  }

  async function undoOne(file: MovedFile, move: Move, options: CopyOptions): Promise<StepResult> {
    const id = rows.image(file.number)?.id ?? ''
    if (inHand.has(id)) return 'busy'
    return withImage(id, async () => {
      const isBack = await originals.restore(file, move, options)
      options.signal.throwIfAborted()
      if (typeof isBack !== 'boolean') return isBack
      if (isBack) {
        rows.movedBack(file)
        await originals.removeCopy(file, move, options)
        options.signal.throwIfAborted()
      }
      rows.dropFile(file.number)
      return null
    })
  }

  return {
    begin: ({ source, target, images, bytes }) =>
      db.transaction(() => {
        folders.remember(source)
        rows.begin({ source, target, images, bytes })
      }),

    next(move, options) {
      switch (move.step) {
        case 'copying':
          return move.begun ? copySome(move, options) : begin(move)
        case 'removing': {
          const file = rows.firstFile()
          return file === null ? finish(move) : removeOriginal(file, move, options)
        }
        case 'undoing':
          return undoSome(move, options)
        case 'done':
        case 'undone':
          return Promise.resolve(null)
        default:
          return move.step satisfies never
      }
    },

    cancel() {
      db.transaction(() => {
        rows.advance('undoing')
        rows.change({ paused: false })
      })
    },
  }
}
