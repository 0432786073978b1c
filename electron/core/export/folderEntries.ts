import { setImmediate as nextTurn } from 'node:timers/promises'
import { opendir } from '../drive'
import { systemCode } from '../systemCode'
import type { FolderEntry } from './naming/givenNames'

/** Names of a folder that are read in one turn of the loop. */
const entriesAtOnce = 250

/** None if there is no such folder yet; one that can't be read is found out when a file is to be written there. */
export async function* entriesOf(folder: string): AsyncGenerator<readonly FolderEntry[]> {
  let some: FolderEntry[] = []
  try {
    for await (const entry of await opendir(folder, { bufferSize: entriesAtOnce })) {
      some.push({ name: entry.name, isFolder: entry.isDirectory() })
      if (some.length < entriesAtOnce) continue
      yield some
      some = []
      await nextTurn()
    }
  } catch (problem) {
    if (systemCode(problem) === null) throw problem
  }
  yield some
}
