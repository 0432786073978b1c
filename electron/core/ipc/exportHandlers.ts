import { AppFailure, appError } from '@shared/errors'
import type { Exporter } from '../export/exporter'
import type { Dialogs, Opener } from '../ports'
import type { DomainHandlers } from './handlers'

export function exportHandlers(deps: {
  readonly exporter: Exporter
  readonly dialogs: Dialogs
  readonly opener: Pick<Opener, 'openFolder'>
  readonly onProgress: (done: number, total: number) => void
  /** Ends exports when the app ends; what is not copied by then is not. */
  readonly signal: AbortSignal
}): DomainHandlers<'exports'> {
  const { exporter, dialogs, opener, onProgress, signal } = deps
  /** What `exports.reveal` shows: a path never comes from the window. */
  let lastFolder: string | null = null
  return {
    'exports.run': async ({ imageIds }) => {
      const folder = await dialogs.chooseFolder('export')
      if (folder === null) return { outcome: 'closed' }
      const { written, failed } = await exporter.run(imageIds, folder, { onProgress, signal })
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
