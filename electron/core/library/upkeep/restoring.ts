import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLeft } from '@shared/model/leftFile'
import type { Outside } from '@shared/model/upkeep'
import type { Database } from '../../db/database'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import type { ImageRecord } from '../imageRecords'
import type { ImageRows } from '../imageRows'
import { isLeftThere } from '../leftFiles'
import { marksFrom } from '../recordedMarks'
import type { RestoredFile, UpkeepRows } from './upkeepRows'

/** An image of which there is a record, and a file unless it was left where it was. */
export interface Restorable {
  readonly record: ImageRecord
  /** The record may name another. */
  readonly file: string
  /** Null for one that is missing. */
  readonly fileTime: number | null
  readonly outside: Outside | null
}

/** Gives images rows again, some in each transaction. */
export interface Restoring {
  /**
   * Nothing for those that have a row by now, and for files that another image has: of one that was left, one that is shown
   * with it, for the others may be in the trash. Returns those that are back; fewer once `signal` is aborted.
   */
  restore(some: readonly Restorable[], signal: AbortSignal): Promise<readonly Restorable[]>
}

/** The records have all of it. */
const isRemade = { isRemade: true }

/** Milliseconds of one transaction, after which others get their turn. */
const turnMs = 6

export function createRestoring(deps: {
  readonly db: Pick<Database, 'transaction' | 'get'>
  readonly rows: Pick<UpkeepRows, 'holders' | 'restored'>
  readonly images: Pick<ImageRows, 'findItem' | 'has' | 'insert' | 'highest'>
  /** An item that will get its row otherwise. */
  readonly isExpected: (jobId: string, index: number) => boolean
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly onRestored: (files: readonly RestoredFile[]) => void
}): Restoring {
  const { db, rows, images, isExpected, clock, onRestored } = deps

  function restoreOne({ record, file, fileTime, outside }: Restorable): RestoredFile | null {
    const { image, marks } = record
    const { jobId, index } = image
    if (images.findItem(jobId, index) !== null || isExpected(jobId, index)) return null
    const isShown = marks.deletedAt === null && outside === null
    const isTaken = isLeft(file) ? isShown && isLeftThere(db, file) : rows.holders([file]).size > 0
    if (isTaken) return null
    const now = clock.now()
    // The record was copied, or written by someone else.
    const id = images.has(image.id) ? newId(now) : image.id
    images.insert({ ...image, id }, file, marksFrom(now, marks))
    const restored = {
      number: images.highest(),
      fileTime,
      outside,
      isRecorded: file === record.file && id === image.id,
    }
    rows.restored(restored)
    return restored
  }

  return {
    async restore(some, signal) {
      const left = [...some].reverse()
      const done: Restorable[] = []
      while (left.length > 0 && !signal.aborted) {
        const files = db.transaction(() => {
          const began = clock.monotonic()
          const restored: RestoredFile[] = []
          for (let one = left.pop(); one !== undefined; one = left.pop()) {
            const file = restoreOne(one)
            if (file !== null) {
              restored.push(file)
              done.push(one)
            }
            if (clock.monotonic() - began > turnMs) break
          }
          return restored
        }, isRemade)
        if (files.length > 0) onRestored(files)
        await nextTurn()
      }
      return done
    },
  }
}
