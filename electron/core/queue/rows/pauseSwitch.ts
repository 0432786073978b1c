import type { Database } from '../../db/database'
import type { CommitWatch } from './commitWatch'

/** The single Pause of the whole queue; it survives a restart. */
export interface PauseSwitch {
  isPaused(): boolean
  set(paused: boolean): void
}

export function createPauseSwitch({
  db,
  watch,
}: {
  readonly db: Database
  readonly watch: CommitWatch
}): PauseSwitch {
  const read = () => db.get<{ paused: number }>('SELECT paused FROM queue_state')?.paused === 1
  let paused = read()
  return {
    isPaused: () => paused,
    set(value) {
      db.run('UPDATE queue_state SET paused = :paused', { paused: Number(value) })
      paused = value
      watch.queue()
    },
  }
}
