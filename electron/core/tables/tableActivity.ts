import type { OpenTable } from '@shared/model/table'

type Stage = 'checking' | 'queueing'
/** Reports how many rows are done. */
export type OnRows = (rows: number) => void

/** What the core itself is doing with the open table, as the window shows it. */
export interface TableActivity {
  /** The table as it should be shown: its process knows nothing about the core's own work. */
  over(table: OpenTable): OpenTable
  /** Shows a stage while `work` runs, unless another was begun after it. */
  during<T>(stage: Stage, work: (onRows: OnRows) => Promise<T>): Promise<T>
}

export function createTableActivity(onChange: () => void): TableActivity {
  let now: { readonly stage: Stage; readonly done: number } | null = null

  return {
    over(table) {
      if (now === null || table.stage !== 'ready') return table
      const { stage, done } = now
      return { ...table, stage, progress: { done, total: table.counts.rows } }
    },

    async during(stage, work) {
      let own = { stage, done: 0 }
      now = own
      onChange()
      try {
        return await work((done) => {
          if (now !== own) return
          own = { stage, done }
          now = own
          onChange()
        })
      } finally {
        if (now === own) now = null
        onChange()
      }
    },
  }
}
