import type { AppError } from '@shared/errors'
import type { Database } from '../../db/database'
import { silence } from '../folderGates'
import { isAbsence, isOwnFile } from '../libraryFolders'
import type { LibraryGround } from '../libraryGround'
import type { MovableImage, Move, MovedFile } from '../moveRows'
import type { EmptiedLibrary } from './emptiedLibrary'
import type { CopyOptions } from './fileCopy'
import type { ImageTurns } from './imageTurns'
import { createLeftRecords } from './leftRecords'
import type { MovedOriginals } from './movedOriginals'
import type { StepResult } from './stepResult'
import { silent, type Whereabouts } from './whereabouts'

type RemovingDeps = Pick<
  LibraryGround,
  'rows' | 'folders' | 'gates' | 'isGathering' | 'tidied' | 'record'
> & {
  readonly db: Pick<Database, 'transaction'>
  readonly turns: ImageTurns
  readonly originals: MovedOriginals
  readonly whereabouts: Whereabouts
  readonly emptied: EmptiedLibrary
}

const imagesAtOnce = 100
/** How often an image is copied again in one run because its original or its copy changes. */
const repeatsMaximum = 3

/** Everything is there and verified: one original after the other is removed, at last what is left of the library. */
export function createRemovingStep(deps: RemovingDeps) {
  const { db, rows, turns, originals, folders, whereabouts, gates, isGathering, tidied, emptied } = deps
  const moveLeftRecords = createLeftRecords(deps)
  const repeats = new Map<number, number>()

  function mayRepeat({ number }: MovableImage): boolean {
    const tries = (repeats.get(number) ?? 0) + 1
    repeats.set(number, tries)
    return tries <= repeatsMaximum
  }

  async function removeOriginal(file: MovedFile, move: Move, options: CopyOptions): Promise<StepResult> {
    const outcome = await turns.take(file.number, () => originals.remove(file, move, options))
    options.signal.throwIfAborted()
    if (outcome === null) return 'busy'
    if (typeof outcome !== 'string') return outcome
    const image = rows.image(file.number)
    if (outcome === 'differs' && image !== null && mayRepeat(image))
      return turns.copy(image, move, options, file.file)
    if (outcome === 'removed') rows.removed(file)
    else
      db.transaction(() => {
        rows.dropFile(file.number)
        rows.change({ kept: move.kept + 1 })
      })
    return null
  }

  /** Images that the source still has, and the target doesn't: what came late, or was being deleted. */
  async function leftIn(
    { source, target }: Move,
    some: readonly MovableImage[],
  ): Promise<readonly MovableImage[] | AppError> {
    const found = await gates
      .ask(source, () => Promise.all(some.map(({ file }) => isOwnFile(source, file).catch(absent))))
      // It can't be read now, which doesn't mean that nothing is there.
      .catch(() => null)
    if (found === null || found === silence) return silent(source)
    const left: MovableImage[] = []
    for (const image of some.filter((_, at) => found[at]))
      if ((await folders.look(target, image.file)) === 'absent') left.push(image)
    return left
  }

  /** Null if nothing was left; `more` if something was copied. */
  async function copyLeft(move: Move, options: CopyOptions): Promise<AppError | 'more' | null> {
    let hasCopied = false
    for (let after = 0; ; ) {
      options.signal.throwIfAborted()
      const some = rows.imagesAfter(after, imagesAtOnce)
      const last = some.at(-1)
      if (last === undefined) return hasCopied ? 'more' : null
      after = last.number
      const left = await leftIn(move, some)
      options.signal.throwIfAborted()
      if (!Array.isArray(left)) return left as AppError
      for (const image of left) {
        if (rows.isUnread(image.number) || !mayRepeat(image)) continue
        const problem = await turns.copy(image, move, options)
        options.signal.throwIfAborted()
        if (problem !== null) return problem
        hasCopied = true
      }
    }
  }

  async function finish(move: Move, options: CopyOptions): Promise<StepResult> {
    const { source, target } = move
    const away = (await whereabouts.ofSource(source)) ?? (await whereabouts.ofTarget(target))
    if (away !== null) return away
    // Before the last look, which then sees all that came, and files that were without a row.
    await tidied()
    options.signal.throwIfAborted()
    if (isGathering(source)) return 'busy'
    const left = await copyLeft(move, options)
    if (left !== null) return left === 'more' ? null : left
    const unmoved = await moveLeftRecords(move, options.signal)
    if (unmoved !== null) return unmoved
    const { others, images } = await emptied.clearDays(source)
    await emptied.clearCopies(target)
    options.signal.throwIfAborted()
    const unread = rows.unreadCount()
    // A file with the name of an image may still get a row, or is another computer's.
    const isEmptied = unread + move.kept + images === 0 && folders.current() !== source
    db.transaction(() => {
      rows.advance('done')
      rows.change({ otherFiles: Math.max(0, others - unread - move.kept) })
      if (isEmptied) folders.forget(source)
    })
    // Only now: without its own folders, the source would count as away.
    if (isEmptied) await emptied.clearOwn(source)
    return null
  }

  return (move: Move, options: CopyOptions): Promise<StepResult> => {
    const file = rows.firstFile()
    return file === null ? finish(move, options) : removeOriginal(file, move, options)
  }
}

function absent(problem: unknown): false {
  if (isAbsence(problem)) return false
  throw problem
}
