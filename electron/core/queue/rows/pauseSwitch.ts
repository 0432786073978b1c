import type { Database } from '../../db/database'
import type { Commits } from './commits'

/** The single Pause of the whole queue; it survives a restart. */
export interface PauseSwitch {
  isPaused(): boolean
  set(paused: boolean): void
}

export function createPauseSwitch({
  db,
  commits,
}: {
  readonly db: Database
  readonly commits: Commits
}): PauseSwitch {
  const read = () => db.get<{ paused: number }>('SELECT paused FROM queue_state')?.paused === 1
  let paused = read()
  return {
    isPaused: () => paused,
    set(value) {
      db.run('UPDATE queue_state SET paused = :paused', { paused: Number(value) })
      paused = value
      commits.queueChanged()
    },
  }
}
