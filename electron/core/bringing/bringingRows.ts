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
  /** It stays where it is. */
  readonly leaves: boolean
}

interface Totals {
  readonly id: number
  readonly total: number
  readonly brought: number
  readonly known: number
}

/** What is being brought in, durable at any moment. */
export interface BringingRows {
  /** Null if there is nothing, or while its files are noted. */
  read(): (Totals & { readonly state: 'running' | 'ended' }) | null
  /** Begins to note files. */
  open(leaves: boolean): void
  add(files: readonly Pick<WaitingFile, 'path' | 'jobId'>[]): void
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
      const row = db.get<Row>(
        'SELECT id, state, total, brought, known FROM bringing ORDER BY id DESC LIMIT 1',
      )
      return row === undefined || row.state === 'listing' ? null : { ...row, state: row.state }
    },

    open(leaves) {
      forget()
      db.run(
        `INSERT INTO bringing (state, total, brought, known, leaves) VALUES ('listing', 0, 0, 0, :leaves)`,
        { leaves: Number(leaves) },
      )
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

    next() {
      const row = db.get<Pick<WaitingFile, 'path' | 'jobId'> & { readonly leaves: number | null }>(
        `SELECT path, job_id AS jobId, (SELECT leaves FROM bringing ORDER BY id DESC LIMIT 1) AS leaves
         FROM bringing_files WHERE problem IS NULL ORDER BY number LIMIT 1`,
      )
      return row === undefined ? null : { ...row, leaves: row.leaves === 1 }
    },

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
