import { dirname, join } from 'node:path'
import type { Database } from '../db/database'
import type { ExportRows, WaitingFile } from './exportRows'
import type { StoredExport } from './exportRun'
import { type Ledger, settingsKey } from './ledger'
import { discardManifest, writeManifest } from './manifest'
import type { Target } from './target'
import { leftThere } from './unchangedFiles'
import { discard, type WritingDeps, writeImage } from './writing'

/** Each file is there once it has its name, so that an export goes on wherever it ended. */
export function createFolderTarget(
  deps: WritingDeps & {
    readonly db: Database
    readonly rows: Pick<ExportRows, 'next' | 'written'>
    readonly ledger: Ledger
    /** Files that are written at a time. */
    readonly atOnce: number
  },
): Target {
  const { db, rows, ledger, atOnce } = deps
  const entries = ({ recipeId, folder }: StoredExport, imageIds: readonly string[]) =>
    ledger.read({ id: recipeId }, folder, imageIds)

  return {
    open: async () => undefined,

    async write(run, file) {
      const { recipeId, folder, settings } = run
      const { imageId, source } = file
      const own = async () =>
        (await leftThere(ledger, recipeId, folder, [imageId], { isSure: true })).get(imageId) ?? null
      const { hidesText, ...written } = await writeImage(deps, { ...run, own }, file)
      const entry = { ...written, source, settings: settingsKey(settings) }
      return {
        path: written.path,
        hidesText,
        unsynced: { path: dirname(join(folder, written.path)), destination: folder },
        noted: () => ledger.note({ recipeId, folder, imageId }, entry),
      }
    },

    async finish(run) {
      if (run.manifest !== null && run.written > 0)
        await writeManifest({ db, rows, entries }, run, run.manifest)
      return () => undefined
    },

    givingUp(run) {
      // A kill may have left some of these: they were in hand together.
      const first: WaitingFile[] = []
      for (
        let file = rows.next(0, run.id);
        file !== null && first.length < atOnce;
        file = rows.next(file.number, run.id)
      )
        first.push(file)
      return async () => {
        for (const file of first) await discard(run, file)
        await discardManifest(run)
      }
    },
  }
}
