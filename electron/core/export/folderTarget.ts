import { dirname, join } from 'node:path'
import { AppFailure } from '@shared/errors'
import type { Database } from '../db/database'
import { lstat } from '../drive'
import { NotNow } from './destination'
import type { ExportRows, WaitingFile } from './exportRows'
import type { StoredExport } from './exportRun'
import { type Ledger, settingsKey } from './ledger'
import { discardManifest, writeManifest } from './manifest'
import type { Target, WrittenAt } from './target'
import { leftThere } from './unchangedFiles'
import { discardParts, type WritingDeps, writeImage } from './writing'

/**
 * How many of the files that wait a kill may have come after: those that were in hand, and those that were written since the
 * last commit. They are the first ones.
 */
const touched = 1_000

/** Each file is there once it has its name, so that an export goes on wherever it ended. */
export function createFolderTarget(
  deps: WritingDeps & {
    readonly db: Database
    readonly rows: Pick<ExportRows, 'waiting' | 'written'>
    readonly ledger: Ledger
    readonly isStopped: () => boolean
  },
): Target {
  const { db, rows, ledger, isStopped } = deps
  const entries = ({ recipeId, folder }: StoredExport, imageIds: readonly string[]) =>
    ledger.read({ id: recipeId }, folder, imageIds)

  async function write(
    run: StoredExport,
    file: WaitingFile,
    manner: Parameters<typeof writeImage>[3] = {},
  ): Promise<WrittenAt> {
    const { recipeId, folder, settings } = run
    const { imageId, source } = file
    const own = () => ownOf(run, imageId)
    const { hidesText, ...written } = await writeImage(deps, { ...run, own }, file, manner)
    const entry = { ...written, source, settings: settingsKey(settings) }
    return {
      path: written.path,
      hidesText,
      unsynced: { path: dirname(join(folder, written.path)), destination: folder },
      noted: () => ledger.note({ recipeId, folder, imageId }, entry),
    }
  }

  const ownOf = async ({ recipeId, folder }: StoredExport, imageId: string) =>
    (await leftThere(ledger, recipeId, folder, [imageId], { isSure: true })).get(imageId) ?? null

  /** A file that has its name though it still waits; null if it hasn't. */
  async function found(run: StoredExport, file: WaitingFile): Promise<WrittenAt | null> {
    const isThere = await lstat(join(run.folder, file.path)).then(
      (there) => there.isFile(),
      () => false,
    )
    // The one before it is still there.
    if (!isThere || (file.replaces && (await ownOf(run, file.imageId))?.file === file.path)) return null
    return await write(run, file, { isFound: true }).catch((failure: unknown) => {
      if (failure instanceof AppFailure || failure instanceof NotNow) return null
      throw failure
    })
  }

  return {
    open: async () => undefined,

    write,

    async finish(run) {
      if (run.manifest !== null && run.written > 0)
        await writeManifest({ db, rows, entries }, run, run.manifest)
      return () => undefined
    },

    givingUp(run) {
      const waiting = rows.waiting(run.id, touched)
      return async (onFound) => {
        const there = await discardParts(run, waiting)
        await discardManifest(run)
        // Some were in hand, and are noted by now.
        const still = new Set(isStopped() ? [] : rows.waiting(run.id, touched).map(({ number }) => number))
        for (const file of there) {
          const written = isStopped() || !still.has(file.number) ? null : await found(run, file)
          if (written !== null) onFound(file, written)
        }
      }
    },
  }
}
