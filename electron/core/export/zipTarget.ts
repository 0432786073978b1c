import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { appError } from '@shared/errors'
import { discardClaim } from '../claimedName'
import type { Database } from '../db/database'
import { rm } from '../drive'
import { syncFolder, syncHandle } from '../durability'
import { digestOf } from '../filePieces'
import { isDiskFull, systemCode } from '../systemCode'
import { listProblem, makeFolders, NotNow } from './destination'
import type { ExportRows } from './exportRows'
import type { StoredExport } from './exportRun'
import { entriesOf } from './folderEntries'
import { listOf } from './manifest'
import { type PlacedFile, placeFile, replaceFile, type WrittenPart } from './placing'
import type { Target } from './target'
import { findUnchanged } from './unchangedFiles'
import type { WritingDeps } from './writing'
import { Unwritten } from './zip/heldWrites'
import { type OpenZip, openZip } from './zip/openZip'
import type { PlannedZip, ZipLedger } from './zipLedger'
import { addImage } from './zippedImage'

/** Files that wait again with one transaction. */
const startedOverAtOnce = 500

/**
 * One file, which is there once all of it is: an export that is begun again, after a kill too, begins with its first image.
 * Only a pause, and a disk that is full, keep what is written so far.
 */
export interface ZipTarget extends Target {
  /** Removes what isn't complete, at the end of the app. */
  close(): Promise<void>
}

type ZipExport = StoredExport & { readonly zip: PlannedZip }

export function createZipTarget(
  deps: WritingDeps & {
    readonly db: Database
    readonly rows: Pick<ExportRows, 'read' | 'written' | 'startOver' | 'placeZip'>
    readonly zips: ZipLedger
    readonly isStopped: () => boolean
  },
): ZipTarget {
  const { db, rows, zips, isStopped } = deps
  let zip: OpenZip | null = null

  async function close(): Promise<void> {
    const left = zip
    zip = null
    await left?.discard()
  }

  function opened(): OpenZip {
    if (zip === null) throw new Error('no ZIP is open')
    return zip
  }

  async function openAnew(run: ZipExport): Promise<void> {
    await close()
    await makeFolders(run.folder, run.zip.path)
    await sweep(run)
    while (!isStopped() && rows.startOver(run.id, startedOverAtOnce)) await nextTurn()
    zip = await openZip(run.id, partOf(run), run.zip.replaces ? join(run.folder, run.zip.path) : null)
  }

  /** What a failure to write the ZIP itself says; anything else comes back as it is. */
  async function readFailure({ folder }: StoredExport, failure: unknown): Promise<unknown> {
    if (!(failure instanceof Unwritten)) return failure
    const cause = systemCode(failure.cause)
    const isTooLarge = cause === 'EFBIG'
    if (zip !== null && (failure.isLost || !(isTooLarge || isDiskFull(cause)))) zip.isBroken = true
    return new NotNow(
      isTooLarge
        ? appError('exportZipTooLarge', { params: { folder } })
        : await listProblem(folder, failure.cause),
    )
  }

  async function addList(run: StoredExport, path: string): Promise<void> {
    const { writer, added, latest } = opened()
    const list = listOf({ db, rows, entries: () => added }, run, path)
    await writer.add(list, { name: path, time: latest }, null)
    opened().isListed = true
  }

  /** The app or the export ends: to read all of a ZIP takes as long as to write it. */
  const isOver = (): boolean => isStopped() || rows.read()?.state !== 'running'

  /** Gives the ZIP its name. One that lacks something takes no other's place: that may have it. Null once it is over. */
  async function place(
    { folder, recipeId, failed, ...run }: ZipExport,
    part: WrittenPart,
  ): Promise<PlacedFile | null> {
    const { path, images, replaces } = run.zip
    const target = join(folder, path)
    const mayReplace = replaces && failed === 0
    const earlier = zips.of({ recipeId, folder }, images).filter((one) => mayReplace && one.path === path)
    const isOurs = async (): Promise<boolean> => {
      const left = await findUnchanged(folder, earlier, { isSure: true, isOver })
      return left.size > 0 && !isOver()
    }
    const replaced = earlier.length === 0 ? null : await replaceFile(part, target, isOurs)
    if (replaced !== null) return replaced
    return isOver() ? null : await placeFile(part, target)
  }

  return {
    async open(run) {
      if (zip !== null && zip.id === run.id && !zip.isBroken) return
      await openAnew(zipExport(run))
    },

    async write(run, file) {
      const hidesText = await addImage(deps, opened(), run, file).catch(async (failure: unknown) => {
        throw await readFailure(run, failure)
      })
      return { path: file.path, hidesText, unsynced: null, noted: () => undefined }
    },

    async finish(stored) {
      const run = zipExport(stored)
      const { folder, recipeId, manifest } = run
      const own = opened()
      // One that an earlier try placed stays.
      if (run.written === 0) {
        await close()
        return () => undefined
      }
      try {
        if (manifest !== null && !own.isListed) await addList(run, manifest)
        await own.writer.end()
      } catch (failure) {
        throw await readFailure(run, failure)
      }
      try {
        await syncHandle(own.file)
        const sha256 = await digestOf(own.file, isOver)
        const placed = sha256 === null || isOver() ? null : await place(run, { ...own, sha256 })
        if (sha256 === null || placed === null) return null
        await syncFolder(folder)
        const path = basename(placed.path)
        const contents = run.failed === 0 ? run.zip.contents : ''
        return () => {
          rows.placeZip(run.id, path, run.written)
          zips.note({ recipeId, folder }, run.zip.images, { ...placed, path, contents, sha256 })
        }
      } finally {
        await close()
      }
    },

    givingUp: (run) => async () => {
      await close()
      await sweep(zipExport(run)).catch(() => undefined)
    },

    close,
  }
}

function zipExport(run: StoredExport): ZipExport {
  const { zip } = run
  if (zip === null) throw new Error('not an export into a ZIP')
  return { ...run, zip }
}

const partOf = ({ id, folder }: StoredExport): string => join(folder, `.cyanotype-${id}-zip.part`)

/** Removes what a kill may have left, durably: once the export has ended nobody looks again. */
async function sweep(run: ZipExport): Promise<void> {
  await discardClaim(partOf(run), join(run.folder, run.zip.path))
  for await (const some of entriesOf(run.folder))
    for (const { name } of some)
      if (name.startsWith(`.cyanotype-${run.id}-`)) await rm(join(run.folder, name), { force: true })
  await syncFolder(run.folder)
}
