import type { Changes } from '../../changes'
import type { Database } from '../../db/database'
import type { Guard } from '../../guard'
import type { Clock } from '../../ports'
import { type Commits, createCommits } from './commits'
import { createFoundImages, type FoundImages } from './foundImages'
import { createItemStore, type ItemStore } from './itemStore'
import { createJobStore, type JobStore } from './jobStore'
import { createLedger, type Ledger } from './ledger'
import { createSpooledFiles, type SpooledFiles } from './spooledFiles'

/** What the whole queue is built on: its rows, and the announcements of what was committed. */
export interface QueueRows {
  readonly commits: Commits
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly found: FoundImages
  readonly ledger: Ledger
  readonly spooled: SpooledFiles
}

export function createQueueRows(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly clock: Clock
  readonly guard: Guard
  /** Absolute. */
  readonly spoolFolder: string
}): QueueRows {
  const { db, clock, spoolFolder } = deps
  const commits = createCommits(deps)
  const items = createItemStore({ db, commits, spoolFolder })
  const found = createFoundImages({ db, commits, spoolFolder })
  return {
    commits,
    jobs: createJobStore({ db, clock, commits }),
    items,
    found,
    ledger: createLedger({ db, clock, spoolFolder }),
    spooled: createSpooledFiles({ db, items, found, spoolFolder }),
  }
}
