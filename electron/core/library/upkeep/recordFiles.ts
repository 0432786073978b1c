import type { DriveTurns } from '../driveTurns'
import { type FolderGates, silence } from '../folderGates'
import { lookForRecord, type RecordLook, recordedItem } from '../imageRecords'
import { hasOwnRecords, recordsInside } from '../libraryFolders'
import type { LibraryFiles } from './libraryFiles'

/** An image as its record names it. */
export interface RecordedItem {
  readonly jobId: string
  readonly index: number
}

export interface ReadRecord extends RecordedItem {
  /** `unknown`: it can't be read now. */
  readonly look: RecordLook | 'unknown'
}

/** Reads the records of a library, as `LibraryFiles` reads its files. */
export interface RecordFiles {
  /** Everything that has a record, some at a time, in no order. */
  items(folder: string): AsyncGenerator<readonly RecordedItem[] | 'unread' | typeof silence>
  read(folder: string, items: readonly RecordedItem[]): Promise<readonly ReadRecord[] | typeof silence>
}

export function createRecordFiles(deps: {
  readonly files: Pick<LibraryFiles, 'names'>
  readonly gates: Pick<FolderGates, 'ask'>
  readonly inTurns: DriveTurns
}): RecordFiles {
  const { files, gates, inTurns } = deps
  const hasRecords = (folder: string) => gates.ask(folder, () => hasOwnRecords(folder).catch(() => false))

  return {
    async *items(folder) {
      const isOwn = await hasRecords(folder)
      if (isOwn === silence) yield silence
      if (isOwn !== true) return
      for await (const names of files.names(folder, recordsInside))
        yield typeof names === 'object' ? names.flatMap((name) => recordedItem(name) ?? []) : names
    },

    async read(folder, items) {
      const isOwn = await hasRecords(folder)
      if (isOwn !== true) return isOwn === silence ? silence : []
      const found: ReadRecord[] = []
      const answer = await inTurns(folder, [...items], async ({ jobId, index }) => {
        const look = await lookForRecord(folder, jobId, index).catch(() => 'unknown' as const)
        found.push({ jobId, index, look })
      })
      return answer === silence ? silence : found
    },
  }
}
