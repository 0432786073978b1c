import { AppFailure } from '@shared/errors'
import type { Database } from '../../db/database'
import type { LibraryGround } from '../libraryGround'
import type { Move, MovedFile } from '../moveRows'
import type { EmptiedLibrary } from './emptiedLibrary'
import type { CopyOptions } from './fileCopy'
import type { ImageTurns } from './imageTurns'
import type { MovedOriginals } from './movedOriginals'
import type { StepResult } from './stepResult'
import type { Whereabouts } from './whereabouts'

type UndoingDeps = Pick<LibraryGround, 'rows' | 'folders'> & {
  readonly db: Pick<Database, 'transaction'>
  readonly turns: ImageTurns
  readonly originals: MovedOriginals
  readonly whereabouts: Whereabouts
  readonly emptied: EmptiedLibrary
  readonly use: (folder: string) => Promise<void>
}

/** It was cancelled: one original after the other becomes the image again. The target isn't waited for. */
export function createUndoingStep(deps: UndoingDeps) {
  const { db, rows, folders, turns, originals, whereabouts, emptied, use } = deps

  async function undoOne(file: MovedFile, move: Move, options: CopyOptions): Promise<StepResult> {
    const isBack = await originals.restore(file, move, options)
    options.signal.throwIfAborted()
    if (typeof isBack !== 'boolean') return isBack
    let isKept = false
    if (isBack) {
      rows.movedBack(file)
      isKept = (await originals.removeCopy(file, move, options)) === 'changed'
      options.signal.throwIfAborted()
    }
    db.transaction(() => {
      rows.dropFile(file.number)
      if (isKept) rows.change({ kept: move.kept + 1 })
    })
    return null
  }

  async function finish(target: string, { signal }: CopyOptions): Promise<StepResult> {
    await emptied.clearDays(target)
    await emptied.clearCopies(target)
    signal.throwIfAborted()
    rows.advance('undone')
    return null
  }

  return async (move: Move, options: CopyOptions): Promise<StepResult> => {
    const { source, target } = move
    const away = await whereabouts.ofSource(source)
    if (away !== null) return away
    if (folders.current() === target)
      // If nothing can be written to the source, new images are still saved in the target.
      await use(source).catch((problem: unknown) => {
        if (!(problem instanceof AppFailure)) throw problem
      })
    options.signal.throwIfAborted()
    const file = rows.firstFile()
    if (file === null) return finish(target, options)
    let result: StepResult = 'busy'
    await turns.take(file.number, async () => {
      result = await undoOne(file, move, options)
    })
    return result
  }
}
