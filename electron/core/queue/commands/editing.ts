import { AppFailure, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import { editedOn, planRequests, type SendableDraft } from '@shared/model/draft'
import type { Database } from '../../db/database'
import type { JobStore } from '../rows/jobStore'
import type { PressRow, PressRows } from '../rows/pressRows'
import type { Ordering } from './ordering'
import type { PressWork, Verdict } from './pressWork'
import { type Replacing, type Side, sideSchema } from './replacing'

/** Edits waiting jobs. */
export interface Editing extends PressWork {
  /**
   * Replaces a waiting job with what a draft asks for, under a new id. Once the new id can be sent, the old one no
   * longer can. Returns the new id. Throws `jobNotWaiting`, with nothing changed, if the job was sent or dropped.
   */
  edit(id: string, draft: SendableDraft, press: number | null): string
}

export function createEditing(deps: {
  readonly db: Database
  readonly jobs: JobStore
  readonly ordering: Pick<Ordering, 'priorityUnderWay'>
  readonly connection: (id: string) => Connection
  readonly pressRows: PressRows
  readonly replacing: Replacing
}): Editing {
  const { db, jobs, ordering, connection, pressRows, replacing } = deps
  /** Presses of edits in this run, whose rows name jobs by their ids. */
  const presses = new Set<number>()

  /** Jobs came back under new ids: every press that was about the old ones is about these. */
  function follow(before: readonly string[], now: readonly string[]): void {
    const ids = new Map(before.map((id, at) => [id, now[at] ?? id]))
    for (const [old, id] of ids) pressRows.follow(old, id)
    const renamed = (side: Side): Side => ({ ...side, ids: side.ids.map((id) => ids.get(id) ?? id) })
    for (const press of presses) {
      const [row] = pressRows.of(press, 0, 1)
      if (row === undefined) presses.delete(press)
      else write(row.number, renamed(read(row.before)), renamed(read(row.after)))
    }
  }

  const write = (number: number, before: Side, after: Side): void =>
    pressRows.rewrite({ number, before: JSON.stringify(before), after: JSON.stringify(after) })

  /** Puts the one side of an edit into the place of the other. */
  function swap({ number }: PressRow, which: 'before' | 'after', from: Side, to: Side): Verdict {
    const standing = replacing.standing(from.ids, { untried: which === 'before' })
    if (standing === null) return 'left'
    const back = replacing.replace(from, to, standing)
    follow(to.ids, back.ids)
    if (which === 'before') write(number, back, from)
    else write(number, from, back)
    return 'changed'
  }

  return {
    edit: (id, draft, press) =>
      db.transaction(() => {
        const job = jobs.find(id)
        const standing = replacing.standing([id], { untried: false })
        if (job === null || standing === null) throw new AppFailure(appError('jobNotWaiting'))
        const { batchId, connectionId, row, name, mode, request, images } = job
        // A command on the batch leaves the new row alone, since it was queued later.
        const priority = ordering.priorityUnderWay(batchId, standing.row) ?? standing.priority
        const planned = planRequests(draft, editedOn(connection(connectionId), job)).map((request) => ({
          ...request,
          mode: draft.mode,
          row,
          name,
        }))
        const former = { row: standing.row, createdAt: standing.createdAt }
        const jobsBefore = [{ request, images, mode, row, name }]
        const before: Side = sideSchema.parse({ ids: [id], jobs: jobsBefore, former, batchName: null })
        const after = replacing.replace(
          before,
          sideSchema.parse({ ids: [], jobs: planned, former: null, batchName: null }),
          { ...standing, priority },
        )
        const named = replacing.nameAnew(batchId, request.prompt, planned[0]?.request.prompt ?? '')
        if (press !== null) {
          presses.add(press)
          const texts = {
            before: JSON.stringify({ ...before, batchName: named?.from ?? null }),
            after: JSON.stringify({ ...after, batchName: named?.to ?? null }),
          }
          pressRows.add(press, [{ jobId: id, ...texts, same: null }])
        }
        return after.ids[0] ?? ''
      }),

    takeBack: (rows) => rows.map((row) => swap(row, 'before', read(row.after), read(row.before))),
    doAgain: (rows) => rows.map((row) => swap(row, 'after', read(row.before), read(row.after))),
  }
}

const read = (json: string): Side => sideSchema.parse(JSON.parse(json))
