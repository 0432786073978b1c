import type { ExportAction } from '@shared/model/exportRun'
import type { StartRecord } from '../startRecord'
import type { ExportRows } from './exportRows'
import { exportPiece } from './exportRun'
import { isRunning } from './shownExport'

/** What the person does with the export that is shown; what doesn't apply does nothing. */
export function createExportActions(deps: {
  readonly rows: Pick<ExportRows, 'read' | 'setPaused' | 'resume' | 'forget'>
  readonly starts: Pick<StartRecord, 'release'>
  /** The files of another one are being noted. */
  readonly isNoting: () => boolean
  readonly goOn: () => void
  readonly retry: () => void
  readonly giveUp: () => void
}): (action: ExportAction) => void {
  const { rows, starts, isNoting, goOn, retry, giveUp } = deps
  return (action) => {
    const run = rows.read()
    if (run === null) return
    const isUnderWay = isRunning(run)
    // Whatever earlier starts ended at.
    if (action === 'resume' || action === 'retry') starts.release(exportPiece(run))
    if (action === 'pause' && isUnderWay) rows.setPaused(true)
    if (action === 'resume' && isUnderWay) {
      rows.setPaused(false)
      goOn()
    }
    if (action === 'retry' && !isUnderWay && !isNoting()) {
      rows.resume()
      retry()
    }
    if (action === 'cancel') giveUp()
    if (action === 'dismiss' && !isUnderWay) rows.forget()
  }
}
