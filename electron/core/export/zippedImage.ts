import { join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { lstat, rm } from '../drive'
import type { WaitingFile } from './exportRows'
import type { StoredExport } from './exportRun'
import { isAsItIs } from './imageDescription'
import { originalDigest } from './ledger'
import {
  convertPicture,
  imageSource,
  readFailure,
  sidecarOf,
  type WritingDeps,
  writeSidecar,
} from './writing'
import { Unwritten } from './zip/heldWrites'
import type { OpenZip } from './zip/openZip'
import { contentsOf, EntryUnfit } from './zip/zipWriter'

/** What goes into a ZIP for an image: absolute paths. */
interface PreparedImage {
  readonly source: string
  readonly picture: string
  /** The digest of the picture, if it has to have that one. */
  readonly expected: string | null
  readonly sidecar: string | null
}

/**
 * Adds an image, and its sidecar, once all before it are added; others are prepared in the meantime. Throws AppFailure if it
 * can't be read or converted, NotNow if none can be, and Unwritten. Then nothing of it is in the ZIP.
 */
export function addImage(
  deps: WritingDeps,
  zip: OpenZip,
  run: StoredExport,
  file: WaitingFile,
): Promise<void> {
  const temp = join(run.folder, `.cyanotype-${run.id}-${file.number}.part`)
  const preparing = prepare(deps, run, file, temp)
  const adding = Promise.allSettled([preparing, zip.turn])
    .then(async ([prepared]) => {
      if (prepared.status === 'rejected') throw prepared.reason
      await add(deps, zip, run, file, prepared.value)
    })
    .finally(async () => {
      for (const path of [temp, sidecarOf(temp)]) await rm(path, { force: true }).catch(() => undefined)
    })
  zip.turn = adding.catch(() => undefined)
  return adding
}

async function prepare(
  deps: WritingDeps,
  { folder, settings }: StoredExport,
  file: WaitingFile,
  temp: string,
): Promise<PreparedImage> {
  const source = await imageSource(deps, file.imageId)
  const isOriginal = isAsItIs(settings)
  const sidecar = settings.sidecar ? sidecarOf(temp) : null
  try {
    if (!isOriginal) await convertPicture(deps, settings, file, { source, temp })
    if (sidecar !== null) await writeSidecar(deps, settings, { imageId: file.imageId, temp: sidecar })
    return isOriginal
      ? { source, picture: source, expected: originalDigest(file.source), sidecar }
      : { source, picture: temp, expected: null, sidecar }
  } catch (failure) {
    throw await readFailure(folder, source, failure)
  }
}

async function add(
  { library }: WritingDeps,
  zip: OpenZip,
  { folder, manifest }: StoredExport,
  { imageId, path }: WaitingFile,
  { source, picture, expected, sidecar }: PreparedImage,
): Promise<void> {
  const { writer, added } = zip
  const undo = writer.mark()
  try {
    const time = library.details(imageId).createdAt
    const before = await lstat(picture)
    const entry = await writer.add(contentsOf(picture), { name: path, time }, expected)
    const after = await lstat(picture)
    // Another program writes into it: without a digest, only this tells.
    if (entry.bytes !== after.size || before.mtimeMs !== after.mtimeMs) throw new EntryUnfit('changed')
    if (sidecar !== null) await writer.add(contentsOf(sidecar), { name: sidecarOf(path), time }, null)
    if (manifest !== null) added.set(imageId, entry)
    zip.latest = Math.max(zip.latest, time)
  } catch (failure) {
    undo()
    if (failure instanceof Unwritten) throw failure
    if (failure instanceof EntryUnfit) throw new AppFailure(appError('exportFailed', { retry: 'free' }))
    throw await readFailure(folder, source, failure)
  }
}
