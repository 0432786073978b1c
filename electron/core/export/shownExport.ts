import type { AppError } from '@shared/errors'
import type { ExportRun } from '@shared/model/exportRun'
import type { ExportRows } from './exportRows'
import type { StoredExport, StoredRun } from './exportRun'
import type { Exports } from './exports'
import type { Pace } from './pace'

/** Images that are there now: while a ZIP is written anew, those of the one before. */
const imagesThere = ({ zip, written }: StoredExport): number => (zip === null ? written : zip.placed)

/** Its ZIP is that of an earlier try. */
const isKept = ({ zip, written }: StoredExport): boolean => zip !== null && zip.placed !== written

/** The export as the user sees it. */
export function shownExport(
  run: StoredRun | null,
  {
    rows,
    pace,
    problem,
  }: {
    readonly rows: Pick<ExportRows, 'failures'>
    readonly pace: Pace
    readonly problem: AppError | null
  },
): ExportRun | null {
  if (run === null) return null
  const { state, total, failed, isPaused, parts } = run
  const done = run.written + failed
  if (state === 'running')
    return { stage: 'running', done, total, ...pace.now(total - done), isPaused, problem }
  const there = (some: readonly StoredExport[]): number =>
    some.reduce((sum, part) => sum + imagesThere(part), 0)
  const written = there(parts)
  const kept = there(parts.filter(isKept))
  const places = placesOf(run).map(({ folder, file: zip }) => ({ folder, zip }))
  const left = Math.max(0, total - written - failed)
  const hiddenTexts = parts.reduce((sum, part) => sum + (imagesThere(part) === 0 ? 0 : part.hiddenTexts), 0)
  const sum = (of: 'unchanged' | 'skipped'): number => parts.reduce((all, part) => all + part[of], 0)
  return {
    ...{ stage: 'ended', places, written, kept, hiddenTexts },
    ...{ unchanged: sum('unchanged'), skipped: sum('skipped'), ...rows.failures(), left },
  }
}

export const isRunning = ({ state }: Pick<StoredRun, 'state'>): boolean => state === 'running'
export const isIncomplete = (part: StoredExport): boolean => imagesThere(part) < part.total

/** Where its files are, and its ZIPs there. */
export const placesOf = (run: StoredRun | null): ReturnType<Exports['places']> =>
  run?.parts.map(({ folder, zip }) => ({ folder, file: zip !== null && zip.placed > 0 ? zip.path : null })) ??
  []
