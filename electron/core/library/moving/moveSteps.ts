import { AppFailure } from '@shared/errors'
import { isMoveOver, type MovePlan } from '@shared/model/libraryMove'
import type { Database } from '../../db/database'
import type { Logger } from '../../ports'
import type { LibraryGround } from '../libraryGround'
import type { Move } from '../moveRows'
import { createEmptiedLibrary } from './emptiedLibrary'
import type { CopyOptions } from './fileCopy'
import type { ImageMoving } from './imageMoving'
import { createImageTurns } from './imageTurns'
import type { MovedOriginals } from './movedOriginals'
import { createRemovingStep } from './removingStep'
import type { StepResult } from './stepResult'
import { createUndoingStep } from './undoingStep'
import type { Whereabouts } from './whereabouts'

/** What a move does next. Each step may be interrupted anywhere, and is then done again. */
export interface MoveSteps {
  begin(plan: MovePlan): void
  /** Rejects with the signal's reason once it is aborted. */
  next(move: Move, options: CopyOptions): Promise<StepResult>
  /** The originals are the images again. */
  cancel(): void
}

interface MoveStepsDeps extends Omit<LibraryGround, 'lanes' | 'placing' | 'reserve'> {
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

export function createMoveSteps(deps: MoveStepsDeps): MoveSteps {
  const { db, rows, folders, use, logger, onEnd } = deps
  const turns = createImageTurns(deps)
  const emptied = createEmptiedLibrary(deps)
  const removeSome = createRemovingStep({ ...deps, turns, emptied })
  const undoSome = createUndoingStep({ ...deps, turns, emptied })

  async function begin({ target }: Move, { signal }: CopyOptions): Promise<StepResult> {
    try {
      await use(target)
    } catch (problem) {
      if (problem instanceof AppFailure) return problem.error
      throw problem
    }
    signal.throwIfAborted()
    rows.change({ begun: true })
    return null
  }

  async function copySome(move: Move, options: CopyOptions): Promise<StepResult> {
    const some = rows.imagesAfter(move.reached, imagesAtOnce)
    const last = some.at(-1)
    if (last === undefined) {
      rows.advance('removing')
      return null
    }
    for (const image of some) {
      const problem = await turns.copy(image, move, options)
      options.signal.throwIfAborted()
      if (problem !== null) return problem
    }
    rows.change({ reached: last.number })
    return null
  }

  async function next(move: Move, options: CopyOptions): Promise<StepResult> {
    switch (move.step) {
      case 'copying':
        return move.begun ? copySome(move, options) : begin(move, options)
      case 'removing':
        return removeSome(move, options)
      case 'undoing':
        return undoSome(move, options)
      case 'done':
      case 'undone':
        return null
      default:
        return move.step satisfies never
    }
  }

  return {
    begin: ({ source, target, images, bytes }) =>
      db.transaction(() => {
        folders.remember(source)
        rows.begin({ source, target, images, bytes })
      }),

    async next(move, options) {
      const result = await next(move, options)
      const ended = options.signal.aborted ? null : rows.current()
      if (ended !== null && isMoveOver(ended.step)) {
        logger.info('library.moveEnded', { step: ended.step, kept: ended.kept, unread: rows.unreadCount() })
        onEnd()
      }
      return result
    },

    cancel() {
      db.transaction(() => {
        rows.advance('undoing')
        rows.change({ paused: false })
      })
    },
  }
}
