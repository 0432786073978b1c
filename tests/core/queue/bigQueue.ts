import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import type { JobSet } from '@shared/model/jobSet'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import type { QueueHarness } from './queueHarness'

/** Jobs of a big batch: more than one turn of a command. */
export const count = 48

export const job = (prompt: string) =>
  ({ mode: 'background', request: { model: 'm', prompt }, images: 1, row: null, name: null }) as const

/** A batch with this id, of more jobs than one draft can ask for. */
export function enqueueBig(
  { db, queue }: QueueHarness,
  connectionId: string,
  id: string,
  jobs = count,
): string {
  const batch = queue.beginBatch({ id, connectionId, jobs, first: false })
  db.transaction(() => batch.add(Array.from({ length: jobs }, () => job(id))))
  return batch.finish(id).batchId
}

/** All jobs there are failed alike, one a millisecond. */
export function failAll({ db }: QueueHarness): void {
  db.run(`UPDATE jobs SET state = 'failed', sent_at = rowid, ended_at = rowid, error_json = :error`, {
    error: JSON.stringify(appError('serviceFailed', { retry: 'paid' })),
  })
}

/** Those of a batch that `failAll` failed. */
export const failedSet = (batchId: string): JobSet => ({
  set: 'failed',
  batchId,
  code: 'serviceFailed',
  from: 0,
  until: count * 10,
})

/** A folder with the database as it is on disk now: what a kill at this moment leaves. */
export function killed(folder: string): string {
  const copy = temporaryFolder()
  for (const file of ['cyanotype.db', 'cyanotype.db-wal'])
    if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(copy, file))
  return copy
}

export const isDone = ({ db }: QueueHarness): boolean => db.get('SELECT 1 FROM bulk_commands') === undefined

export function finished(harness: QueueHarness): Promise<unknown> {
  return eventually(() => isDone(harness), { what: 'the end of every command' })
}
