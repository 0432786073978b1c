import { silence } from '../folderGates'
import type { FileFacts, FileLook, LibraryFiles } from './libraryFiles'
import type { ReachedFolders } from './reachedFolders'

export interface FilePlace {
  readonly folder: string
  readonly facts: FileFacts
}

/** What is in these places, each in the first folder that has it; `unknown` for one that can't be read. */
export async function findPlaces(
  images: readonly { readonly file: string }[],
  { files, reached }: { readonly files: Pick<LibraryFiles, 'facts'>; readonly reached: ReachedFolders },
): Promise<ReadonlyMap<string, FilePlace | 'unknown'>> {
  const places = new Map<string, FilePlace | 'unknown'>()
  for (const folder of reached.present()) {
    const left = images.flatMap(({ file }) => (places.has(file) ? [] : file))
    const found: ReadonlyMap<string, FileLook> | typeof silence =
      left.length === 0 ? new Map() : await files.facts(folder, left)
    if (found === silence) reached.lost(folder)
    else
      for (const [file, look] of found) {
        if (look === 'unknown') places.set(file, look)
        else if (look !== 'absent') places.set(file, { folder, facts: look })
      }
  }
  return places
}
