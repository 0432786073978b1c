import { dirname } from 'node:path'
import { isLeft } from '@shared/model/leftFile'
import type { Digest } from '../fileDigests'
import { silence } from '../folderGates'
import type { ImageRecord } from '../imageRecords'
import type { FileFacts, FileLook, LibraryFiles } from './libraryFiles'
import type { ReachedFolders } from './reachedFolders'

export interface FilePlace {
  readonly folder: string
  readonly facts: FileFacts
}

type Places = ReadonlyMap<string, FilePlace | 'unknown'>

interface Reading {
  readonly files: Pick<LibraryFiles, 'facts'>
  readonly reached: ReachedFolders
}

/** What is in these places, each in the first folder that has it; `unknown` for one that can't be read. */
export async function findPlaces(
  images: readonly { readonly file: string }[],
  { files, reached }: Reading,
): Promise<Places> {
  const places = new Map<string, FilePlace | 'unknown'>()
  const note = (folder: string, found: ReadonlyMap<string, FileLook>): void => {
    for (const [file, look] of found) {
      if (look === 'unknown') places.set(file, look)
      else if (look !== 'absent') places.set(file, { folder, facts: look })
    }
  }
  const inside = images.flatMap(({ file }) => (isLeft(file) ? [] : file))
  for (const folder of reached.present()) {
    const left = inside.filter((file) => !places.has(file))
    const found = left.length === 0 ? new Map<string, FileLook>() : await files.facts(folder, left)
    if (found === silence) reached.lost(folder)
    else note(folder, found)
  }
  const byFolder = new Map<string, string[]>()
  for (const { file } of images) {
    if (!isLeft(file)) continue
    const folder = dirname(file)
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file])
  }
  for (const [folder, left] of byFolder) {
    const found = await files.facts(folder, left)
    note(folder, found === silence ? new Map(left.map((file) => [file, 'unknown'])) : found)
  }
  return places
}

/** Null if it can't be read. */
export type PlaceDigest = Digest | null | typeof silence

/** Digests what is in these places, by file, unless its length tells already that it is something else. */
export async function digestPlaces(
  images: readonly Pick<ImageRecord, 'file' | 'image'>[],
  places: Places,
  {
    files,
    reached,
    signal,
  }: {
    readonly files: Pick<LibraryFiles, 'digests'>
    readonly reached: ReachedFolders
    readonly signal: AbortSignal
  },
): Promise<ReadonlyMap<string, PlaceDigest>> {
  const byFolder = new Map<string, string[]>()
  for (const { file, image } of images) {
    const place = places.get(file)
    if (typeof place !== 'object' || place.facts.size !== image.bytes) continue
    byFolder.set(place.folder, [...(byFolder.get(place.folder) ?? []), file])
  }
  const all = new Map<string, PlaceDigest>()
  for (const [folder, some] of byFolder) {
    const digests = await files.digests(folder, some, signal)
    for (const [file, digest] of digests) {
      if (digest === silence && !signal.aborted) reached.lost(folder)
      all.set(file, digest)
    }
  }
  return all
}
