import type { Digest } from '../fileDigests'
import { silence } from '../folderGates'
import { isAsKnown, type KnownFacts } from '../knownFile'
import { recordInside } from '../libraryFolders'
import type { FilePlace } from './filePlaces'
import type { LibraryFiles } from './libraryFiles'
import type { ReachedFolders } from './reachedFolders'

/** What an image's own bytes are known by. `known`: null if nothing is known of any file. */
export interface OwnBytes {
  readonly jobId: string
  readonly index: number
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  readonly known: KnownFacts | null
}

/** `digest`: null if the file wasn't read, since nothing tells that it has other bytes. */
export interface OwnPlace extends FilePlace {
  readonly digest: Digest | null
}

/**
 * In which other library an image's own bytes are, under its path. In the first that has a file there are other ones: if it
 * has the image's record, it was changed there; otherwise it may be a copy, such as of an export. `unsure` if a library
 * that may have them can't be read now. `mayRead`: whether so many bytes may be read.
 */
export async function findOwnPlace(
  { jobId, index, file, bytes, sha256, known }: OwnBytes,
  first: FilePlace,
  {
    files,
    reached,
    signal,
    mayRead = () => true,
  }: {
    readonly files: Pick<LibraryFiles, 'facts' | 'digest'>
    readonly reached: ReachedFolders
    readonly signal: AbortSignal
    readonly mayRead?: (bytes: number) => boolean
  },
): Promise<OwnPlace | 'unsure' | null> {
  const record = recordInside({ jobId, index })
  const records = await files.facts(first.folder, [record])
  if (records === silence) reached.lost(first.folder)
  const recorded = records === silence ? 'unknown' : records.get(record)
  if (recorded !== 'absent') return recorded === 'unknown' ? 'unsure' : null
  let isUnsure = false
  for (const folder of reached.present()) {
    if (folder === first.folder) continue
    const looks = await files.facts(folder, [file])
    if (looks === silence) reached.lost(folder)
    const facts = looks === silence ? 'unknown' : looks.get(file)
    if (facts === 'unknown') isUnsure = true
    if (typeof facts !== 'object' || facts.size !== bytes) continue
    if (known !== null && known.outside === null && isAsKnown(known, facts))
      return { folder, facts, digest: null }
    const digest = mayRead(bytes) ? await files.digest(folder, file, signal) : null
    if (digest === silence && !signal.aborted) reached.lost(folder)
    if (digest === silence || digest === null) isUnsure = true
    else if (digest.sha256 === sha256) return { folder, facts, digest }
  }
  return isUnsure ? 'unsure' : null
}
