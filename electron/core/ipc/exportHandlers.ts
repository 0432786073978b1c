import { AppFailure, appError } from '@shared/errors'
import type { Exporter } from '../export/exporter'
import type { Library } from '../library/library'
import type { Dialogs, Opener } from '../ports'
import type { DomainHandlers } from './handlers'

export function exportHandlers(deps: {
  readonly exporter: Exporter
  readonly library: Pick<Library, 'batchImages'>
  readonly dialogs: Dialogs
  readonly opener: Pick<Opener, 'openFolder'>
  readonly onProgress: (done: number, total: number) => void
  /** Ends exports when the app quits; what hasn't been copied by then is left out. */
  readonly signal: AbortSignal
}): DomainHandlers<'exports'> {
  const { exporter, library, dialogs, opener, onProgress, signal } = deps
  /** What `exports.reveal` shows: a path never comes from the window. */
  let lastFolder: string | null = null
  return {
    'exports.run': async (wanted) => {
      const folder = await dialogs.chooseFolder('export')
      if (folder === null) return { outcome: 'closed' }
      const images =
        'batchId' in wanted
          ? library.batchImages(wanted.batchId)
          : wanted.imageIds.map((imageId) => ({ imageId, name: null }))
      const { written, failed } = await exporter.run(images, folder, { onProgress, signal })
      lastFolder = folder
      return { outcome: 'written', folder, written, failed: [...failed] }
    },

    'exports.reveal': async () => {
      if (lastFolder === null) throw new AppFailure(appError('rowMissing'))
      await opener.openFolder(lastFolder)
      return null
    },
  }
}
