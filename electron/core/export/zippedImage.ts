import { AppFailure, appError } from '@shared/errors'
import { type FileHandle, open } from '../drive'
import { piecesOf } from '../filePieces'
import type { WaitingFile } from './exportRows'
import type { StoredExport } from './exportRun'
import { isAsItIs, sidecarOf } from './imageDescription'
import { originalDigest } from './ledger'
import {
  discardPrepared,
  type PreparedFile,
  type PreparedPicture,
  preparePicture,
  prepareSidecar,
} from './preparedFiles'
import { imageSource, openOriginal, readFailure, refuseDamaged, type WritingDeps } from './writing'
import { Unwritten } from './zip/heldWrites'
import type { OpenZip } from './zip/openZip'
import { type AddedEntry, EntryUnfit, type ZipWriter } from './zip/zipWriter'

/** What goes into a ZIP for an image; paths are absolute. */
interface PreparedImage {
  readonly source: string
  /** Null for the image's own file. */
  readonly copy: PreparedPicture | null
  readonly sidecar: string | null
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
  const made: string[] = []
  const preparing = prepare(deps, run, file, made)
  const adding = Promise.allSettled([preparing, zip.turn])
    .then(async ([prepared]) => {
      if (prepared.status === 'rejected') throw prepared.reason
      await add(deps, zip, run, file, prepared.value)
      return prepared.value.copy?.hidesText === true
    })
    .finally(async () => {
      for (const path of made) await discardPrepared(path)
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
  made: string[],
): Promise<PreparedImage> {
  const source = await imageSource(deps, file.imageId)
  const kept = <Prepared extends PreparedFile>(prepared: Prepared): Prepared => {
    made.push(prepared.path)
    return prepared
  }
  try {
    const copy = isAsItIs(settings) ? null : await preparePicture(deps, settings, file, source).then(kept)
    const words = settings.sidecar ? await prepareSidecar(deps, settings, file.imageId).then(kept) : null
    return { source, copy, sidecar: words?.path ?? null }
  } catch (failure) {
    throw await readFailure(folder, source, failure)
  }
}

async function add(
  deps: WritingDeps,
  zip: OpenZip,
  { folder, manifest, settings }: StoredExport,
  file: WaitingFile,
  { source, copy, sidecar }: PreparedImage,
): Promise<void> {
  const { imageId, path } = file
  const { writer, added } = zip
  const undo = writer.mark()
  try {
    const time = deps.library.details(imageId).createdAt
    const expected = copy === null ? originalDigest(file.source) : null
    const picture = copy === null ? (await openOriginal(source)).file : await open(copy.path, 'r')
    const addAs = (sha256: string | null) => addStill(writer, picture, { name: path, time }, sha256)
    const entry = await closing(picture, async () => {
      if (expected === null) return await addAs(null)
      return await addAs(expected).catch(async (failure: unknown) => {
        if (!(failure instanceof EntryUnfit)) throw failure
        await refuseDamaged(deps, file, source)
        // It may have been added whole, and changed by then.
        undo()
        return await addAs(null)
      })
    })
    if (sidecar !== null) {
      const words = await open(sidecar, 'r')
      await closing(words, () => writer.add(piecesOf(words), { name: sidecarOf(path, settings), time }, null))
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
