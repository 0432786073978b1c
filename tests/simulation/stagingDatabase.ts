/**
 * Takes the place of the files in which the table process keeps tables: the databases are real, in memory. What a kill
 * leaves is what was committed.
 */
import * as real from '../../electron/tables/staging/stagingDatabase'
import { disk } from './fileTree'

export type { NewStaging, StagingDatabase } from '../../electron/tables/staging/stagingDatabase'
export { isFull } from '../../electron/tables/staging/stagingDatabase'

const inMemory = ':memory:'
/** Those that were kept, by the inodes of their files: they are gone with these. */
const kept = new WeakMap<object, real.StagingDatabase>()

export const hasStaging = (path: string): boolean => disk().entries.has(path)

export function removeStaging(path: string): void {
  disk().entries.delete(path)
}

export function createStaging(path: string): real.NewStaging {
  const file = disk().add(path, 'file', 0o600)
  const database = real.createStaging(inMemory)
  return {
    ...database,
    keep: () => void kept.set(file, database),
    close() {},
    discard() {
      database.discard()
      removeStaging(path)
    },
  }
}

export function openStaging(path: string): real.StagingDatabase {
  const file = disk().entries.get(path)
  const database = file === undefined ? undefined : kept.get(file)
  if (database === undefined) throw new Error('the table was not read to its end')
  rollBack(database)
  return { ...database, close() {} }
}

/** A kill may have ended the process within a transaction. */
function rollBack(database: real.StagingDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // None was open.
  }
}
