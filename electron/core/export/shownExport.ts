import type { AppError } from '@shared/errors'
import type { ExportRun } from '@shared/model/exportRun'
import type { ExportRows, StoredExport } from './exportRows'
import type { Pace } from './pace'

/** Images that are there now: all of a ZIP, or none. */
export const imagesThere = ({ zip, written }: StoredExport): number =>
  zip === null || zip.isPlaced ? written : 0

/** The export as the person sees it. */
export function shownExport(
  run: StoredExport,
  {
    rows,
    pace,
    problem,
  }: {
    readonly rows: Pick<ExportRows, 'failures'>
    readonly pace: Pace
    readonly problem: AppError | null
  },
): ExportRun {
  const { state, total, failed, folder, isPaused, zip } = run
  const done = run.written + failed
  if (state === 'running')
    return { stage: 'running', done, total, ...pace.now(total - done), isPaused, problem }
  const written = imagesThere(run)
  const left = total - written - failed
  return { stage: 'ended', folder, zip: zip?.path ?? null, written, ...rows.failures(), left }
}
