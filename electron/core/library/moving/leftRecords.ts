import type { AppError } from '@shared/errors'
import { appError } from '@shared/errors'
import { isFileProblem } from '../../storageProblem'
import { systemCode } from '../../systemCode'
import { silence } from '../folderGates'
import { carryNewerRecord, hasRecord, removeRecord, writeLastingRecord } from '../imageRecords'
import type { LibraryGround } from '../libraryGround'
import type { MovableImage, Move } from '../moveRows'
import { silent } from './whereabouts'

const imagesAtOnce = 100

/**
 * Moves the records of images that were left where they were: nothing else of them is in the library. Null once the
 * source has none. May be interrupted anywhere, and is then done again.
 */
export function createLeftRecords({ rows, gates, record }: Pick<LibraryGround, 'rows' | 'gates' | 'record'>) {
  async function moveOne(image: MovableImage, { source, target }: Move): Promise<AppError | null> {
    const { jobId, index } = image
    const isThere = await gates.ask(source, () => hasRecord(source, jobId, index).catch(() => true))
    if (isThere === silence) return silent(source)
    if (!isThere) return null
    const written = await gates.ask(target, async () => {
      const found = record(image.number, image.file)
      const isCarried = await carryNewerRecord(source, target, image).catch(() => false)
      if (found !== null && !isCarried) await writeLastingRecord(target, found)
    })
    if (written === silence) return silent(target)
    // One that can't be removed does no harm.
    await gates.ask(source, () => removeRecord(source, jobId, index).catch(() => false))
    return null
  }

  return async (move: Move, signal: AbortSignal): Promise<AppError | null> => {
    for (let after = 0; ; ) {
      const some = rows.leftAfter(after, imagesAtOnce)
      const last = some.at(-1)
      if (last === undefined) return null
      after = last.number
      for (const image of some) {
        signal.throwIfAborted()
        try {
          const problem = await moveOne(image, move)
          if (problem !== null) return problem
        } catch (problem) {
          if (!isFileProblem(problem)) throw problem
          const cause = systemCode(problem) ?? 'unknown'
          const params = { folder: move.target }
          return appError('moveTargetUnwritable', { params, retry: 'free', detail: { cause } })
        }
      }
    }
  }
}
