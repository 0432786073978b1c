import { basename } from 'node:path'
import {
  type BringingProblem,
  bringingProblemSchema,
  namedMaximum,
  type Unbrought,
} from '@shared/model/bringing'
import type { Database } from '../db/database'

/** A file that is still to come. */
export interface WaitingFile {
  readonly path: string
  /** Names the image to be. */
  readonly jobId: string
}

interface Totals {
  readonly total: number
  readonly brought: number
  readonly known: number
}

/** What is being brought in, durable at any moment. */
export interface BringingRows {
  /** Null if there is nothing, or while its files are noted. */
  read(): (Totals & { readonly state: 'running' | 'ended' }) | null
  /** Begins to note files. */
  open(): void
  add(files: readonly WaitingFile[]): void
  /** All files are noted. */
  close(): void
  next(): WaitingFile | null
  failed(): Unbrought
  /** Joins the current transaction. */
  settle(jobId: string, outcome: 'brought' | 'known' | BringingProblem): void
  /** What is left is given up, except for the file that is just being brought in. */
  giveUp(except: string | null): void
  end(): void
  forget(): void
  /** Forgets one whose files weren't all noted before the app ended. */
  forgetUnnoted(): void
}

interface Row extends Totals {
  readonly state: 'listing' | 'running' | 'ended'
}

export function createBringingRows(db: Database): BringingRows {
  const count = (where: string): number =>
    db.get<{ files: number }>(`SELECT count(*) AS files FROM bringing_files WHERE ${where}`)?.files ?? 0

  function forget(): void {
    db.transaction(() => {
      db.run('DELETE FROM bringing_files')
      db.run('DELETE FROM bringing')
    })
  }

  return {
    read() {
      const row = db.get<Row>('SELECT state, total, brought, known FROM bringing ORDER BY id DESC LIMIT 1')
      return row === undefined || row.state === 'listing' ? null : { ...row, state: row.state }
    },

    open() {
      forget()
      db.run(`INSERT INTO bringing (state, total, brought, known) VALUES ('listing', 0, 0, 0)`)
    },

    add(files) {
      db.transaction(() => {
        db.run(
          `INSERT INTO bringing_files (path, job_id)
           SELECT value ->> 'path', value ->> 'jobId' FROM json_each(:files)`,
          { files: JSON.stringify(files) },
        )
        db.run('UPDATE bringing SET total = total + :more', { more: files.length })
      })
    },

    close() {
      db.run(`UPDATE bringing SET state = 'running'`)
    },

    next: () =>
      db.get<WaitingFile>(
        `SELECT path, job_id AS jobId FROM bringing_files WHERE problem IS NULL ORDER BY number LIMIT 1`,
      ) ?? null,

    failed: () => ({
      count: count('problem IS NOT NULL'),
      named: db
        .all<{ path: string; problem: string }>(
          `SELECT path, problem FROM bringing_files WHERE problem IS NOT NULL ORDER BY number
           LIMIT ${namedMaximum}`,
        )
        .map(({ path, problem }) => ({
          name: basename(path),
          problem: bringingProblemSchema.catch('unreadable').parse(problem),
        })),
    }),

    settle(jobId, outcome) {
      if (outcome === 'brought' || outcome === 'known') {
        db.run(`UPDATE bringing SET ${outcome} = ${outcome} + 1`)
        db.run('DELETE FROM bringing_files WHERE job_id = :jobId', { jobId })
      } else db.run('UPDATE bringing_files SET problem = :outcome WHERE job_id = :jobId', { jobId, outcome })
    },

    giveUp(except) {
      db.run('DELETE FROM bringing_files WHERE problem IS NULL AND job_id IS NOT :except', { except })
    },

    end() {
      db.run(`UPDATE bringing SET state = 'ended'`)
    },

    forget,

    forgetUnnoted() {
      if (db.get(`SELECT 1 FROM bringing WHERE state = 'listing'`) !== undefined) forget()
    },
  }
}
