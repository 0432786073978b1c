import { AppFailure, appError } from '@shared/errors'
import { type FileHandle, open } from '../drive'
import { piecesOf } from '../filePieces'
import { type Draft, discardDraft, draftPicture, draftSidecar } from './drafts'
import type { WaitingFile } from './exportRows'
import type { StoredExport } from './exportRun'
import { isAsItIs } from './imageDescription'
import { originalDigest } from './ledger'
import { imageSource, openOriginal, readFailure, sidecarOf, type WritingDeps } from './writing'
import { Unwritten } from './zip/heldWrites'
import type { OpenZip } from './zip/openZip'
import { type AddedEntry, EntryUnfit, type ZipWriter } from './zip/zipWriter'

/** What goes into a ZIP for an image: absolute paths. */
interface PreparedImage {
  readonly source: string
  /** Null for the image's own file. */
  readonly copy: string | null
  readonly sidecar: string | null
  /** What it says was removed, and its pixels hide a text. */
  readonly hidesText: boolean
}

/**
 * Adds an image, and its sidecar, once all before it are added; others are prepared in the meantime. Throws AppFailure if it
 * can't be read or converted, NotNow if none can be, and Unwritten. Then nothing of it is in the ZIP. Returns whether its
 * pixels hide a text, though what it says was removed.
 */
export function addImage(
  deps: WritingDeps,
  zip: OpenZip,
  run: StoredExport,
  file: WaitingFile,
): Promise<boolean> {
  const drafts: string[] = []
  const preparing = prepare(deps, run, file, drafts)
  const adding = Promise.allSettled([preparing, zip.turn])
    .then(async ([prepared]) => {
      if (prepared.status === 'rejected') throw prepared.reason
      await add(deps, zip, run, file, prepared.value)
      return prepared.value.hidesText
    })
    .finally(async () => {
      for (const path of drafts) await discardDraft(path)
    })
  zip.turn = adding.then(
    () => undefined,
    () => undefined,
  )
  return adding
}

async function prepare(
  deps: WritingDeps,
  { folder, settings }: StoredExport,
  file: WaitingFile,
  drafts: string[],
): Promise<PreparedImage> {
  const source = await imageSource(deps, file.imageId)
  const kept = (draft: Draft): Draft => {
    drafts.push(draft.path)
    return draft
  }
  try {
    const copy = isAsItIs(settings) ? null : await draftPicture(deps, settings, file, source).then(kept)
    const words = settings.sidecar ? await draftSidecar(deps, settings, file.imageId).then(kept) : null
    return {
      source,
      copy: copy?.path ?? null,
      sidecar: words?.path ?? null,
      hidesText: copy?.hidesText === true,
    }
  } catch (failure) {
    throw await readFailure(folder, source, failure)
  }
}

async function add(
  { library }: WritingDeps,
  zip: OpenZip,
  { folder, manifest }: StoredExport,
  { imageId, path, source: planned }: WaitingFile,
  { source, copy, sidecar }: PreparedImage,
): Promise<void> {
  const { writer, added } = zip
  const undo = writer.mark()
  try {
    const time = library.details(imageId).createdAt
    const expected = copy === null ? originalDigest(planned) : null
    const picture = copy === null ? (await openOriginal(source)).file : await open(copy, 'r')
    const entry = await closing(picture, () => addStill(writer, picture, { name: path, time }, expected))
    if (sidecar !== null) {
      const words = await open(sidecar, 'r')
      await closing(words, () => writer.add(piecesOf(words), { name: sidecarOf(path), time }, null))
    }
    if (manifest !== null) added.set(imageId, entry)
    zip.latest = Math.max(zip.latest, time)
  } catch (failure) {
    undo()
    if (failure instanceof Unwritten) throw failure
    if (failure instanceof EntryUnfit) throw new AppFailure(appError('exportFailed', { retry: 'free' }))
    throw await readFailure(folder, source, failure)
  }
}

/** Throws EntryUnfit if another program writes into it meanwhile: without a digest, only its time tells. */
async function addStill(
  writer: ZipWriter,
  file: FileHandle,
  entry: Parameters<ZipWriter['add']>[1],
  expected: string | null,
): Promise<AddedEntry> {
  const before = await file.stat()
  const added = await writer.add(piecesOf(file), entry, expected)
  const after = await file.stat()
  if (added.bytes !== after.size || before.mtimeMs !== after.mtimeMs) throw new EntryUnfit('changed')
  return added
}

async function closing<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await file.close()
  }
}
