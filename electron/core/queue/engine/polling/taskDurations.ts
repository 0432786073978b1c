import type { Mode } from '@shared/model/draft'
import type { Database } from '../../../db/database'

/** How many durations of each kind are kept: the newest. */
const kept = 100

/** Tasks that can be expected to take about the same time. */
export interface TaskKind {
  readonly connectionId: string
  readonly model: string
  readonly mode: Mode
}

/** How long tasks took from sent to done, in milliseconds. */
export interface TaskDurations {
  /** The newest 100 of a kind, ascending. */
  of(kind: TaskKind): readonly number[]
  /** Models with any known durations. */
  models(connectionId: string, mode: Mode): readonly string[]
  /** Called inside the transaction that takes the task's images. */
  record(kind: TaskKind, ms: number): void
}

export function createTaskDurations({ db }: { readonly db: Database }): TaskDurations {
  const known = new Map<string, readonly number[]>()

  const nameOf = ({ connectionId, mode, model }: TaskKind) => `${connectionId} ${mode} ${model}`

  function read({ connectionId, model, mode }: TaskKind): readonly number[] {
    return db
      .all<{ ms: number }>(
        `SELECT ms FROM task_durations
         WHERE connection_id = :connectionId AND model = :model AND mode = :mode ORDER BY ms`,
        { connectionId, model, mode },
      )
      .map(({ ms }) => ms)
  }

  return {
    of(kind) {
      const name = nameOf(kind)
      const durations = known.get(name) ?? read(kind)
      known.set(name, durations)
      return durations
    },
    models: (connectionId, mode) =>
      db
        .all<{ model: string }>(
          'SELECT DISTINCT model FROM task_durations WHERE connection_id = :connectionId AND mode = :mode',
          { connectionId, mode },
        )
        .map(({ model }) => model),
    record(kind, ms) {
      const { connectionId, model, mode } = kind
      db.run(
        'INSERT INTO task_durations (connection_id, model, mode, ms) VALUES (:connectionId, :model, :mode, :ms)',
        { connectionId, model, mode, ms: Math.round(ms) },
      )
      db.run(
        `DELETE FROM task_durations WHERE number <= (
           SELECT number FROM task_durations
           WHERE connection_id = :connectionId AND model = :model AND mode = :mode
           ORDER BY number DESC LIMIT 1 OFFSET ${kept})
         AND connection_id = :connectionId AND model = :model AND mode = :mode`,
        { connectionId, model, mode },
      )
      // Read again when asked for: the transaction may still be rolled back.
      known.delete(nameOf(kind))
    },
  }
}
