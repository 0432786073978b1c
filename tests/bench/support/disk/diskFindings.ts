import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Database } from '../../../../electron/core/db/database'
import { type Findings, openLeft } from '../safety/audit'

/** How often lives ended in which way. */
export interface LifeEnds {
  readonly kills: number
  /** Quit on purpose, and gone with exit code 0. */
  readonly quits: number
  /** Ended because the database could not be opened, which the user is told. */
  readonly refusedStarts: number
  /** Ended though nobody asked for it. */
  readonly byItself: number
  /** Did not answer, or did not quit, in time. */
  readonly hangs: number
}

/** What a run on a failing or slow disk came to, beside the counts of `safety`. */
export interface DiskFindings extends Findings, LifeEnds {
  /** What the processes noted, oldest first: `refused <call> <code>`, `uncaughtException <stack>` and so on. */
  readonly notes: readonly string[]
  /** Images without a thumbnail. */
  readonly hidden: number
  /** Rows that were repaired, and databases set aside. */
  readonly damaged: number
  /** Files that should be gone once all is done. */
  readonly leftovers: readonly string[]
}

const temporary = /\.(part|part\.json|new|tmp)$|(^|\/)(spool\/.*|probe)$/

/** But for what the answer to a request left whose end is not known: that may be all there is of an image. */
async function leftFiles(folder: string, db: Database): Promise<readonly string[]> {
  const kept = db.all<{ id: string }>(
    "SELECT attempts.id FROM attempts JOIN jobs ON jobs.id = job_id WHERE jobs.state = 'uncertain'",
  )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !kept.some(({ id }) => entry.name.startsWith(`${id}-`)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => temporary.test(path))
}

/** What is left on disk once all is done: files, and rows that were found damaged. */
export async function judgeDisk(folder: string): Promise<Pick<DiskFindings, 'leftovers' | 'damaged'>> {
  const db = openLeft(folder)
  try {
    const [count] = db.all<{ rows: number }>('SELECT count(*) AS rows FROM damaged_rows')
    const aside = (await readdir(join(folder, 'profile'))).filter((name) => name.includes('damaged'))
    return { leftovers: await leftFiles(folder, db), damaged: (count?.rows ?? 0) + aside.length }
  } finally {
    db.close()
  }
}
