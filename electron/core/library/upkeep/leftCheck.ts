import { fewImages } from '@shared/model/imageSelection'
import type { LibraryFiles } from './libraryFiles'
import { type CheckedRows, checkPlaces } from './placeCheck'
import type { FileState, UpkeepRows } from './upkeepRows'

/**
 * Looks at files that were left where they were when their images come back from the trash: nothing is written of what
 * happens to them meanwhile. Of more images than `fewImages`, the next check tells.
 */
export type LeftCheck = (numbers: readonly number[]) => Promise<void>

/** None are of a library. */
const nowhere = { present: () => [], away: () => [], lost() {} }

/** Bytes that are read of files that only have a new time. */
const bytesAtMost = 2e9

export function createLeftCheck(deps: {
  readonly rows: Pick<UpkeepRows, 'left' | 'write'>
  readonly files: Pick<LibraryFiles, 'facts' | 'digest'>
  readonly signal: AbortSignal
  readonly onWritten: (states: readonly FileState[]) => void
}): LeftCheck {
  const { rows, files, signal, onWritten } = deps
  return async (numbers) => {
    const some = numbers.length > fewImages ? [] : rows.left(numbers)
    const those: CheckedRows = {
      count: () => some.length,
      after: (number, atOnce) => some.filter((row) => row.number > number).slice(0, atOnce),
    }
    await checkPlaces({
      ...{ rows: those, files, reached: nowhere, bytesAtMost, signal },
      onProgress() {},
      write(states) {
        const done = new Set(rows.write(states))
        onWritten(states.filter(({ number }) => done.has(number)))
      },
    })
  }
}
