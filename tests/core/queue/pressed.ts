import type { RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import type { DomainHandlers } from '../../../electron/core/ipc/handlers'
import { jobHandlers } from '../../../electron/core/ipc/jobHandlers'
import type { QueueHarness } from './queueHarness'

type Route = Extract<RouteName, keyof DomainHandlers<'jobs' | 'batches' | 'queue' | 'presses'>>

/** Presses what the window can press, as its routes answer it. */
export type Call = <R extends Route>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>

export function callOf({ queue, connections }: QueueHarness): Call {
  const handlers = jobHandlers({
    queue,
    connections,
    watch: { look: async () => null },
    opener: { openExternal: async () => {} },
    clipboard: { writeText() {} },
    prompts: { record() {} },
    dialogs: { saveFile: async () => null },
    clock: { after: () => () => {} },
  })
  return async (route, input) => (handlers[route] as (input: unknown) => never)(input)
}

/** The press of an answer, which must have one. */
export function pressOf({ press }: { readonly press: number | null }): number {
  if (press === null) throw new Error('nothing was changed')
  return press
}

/** Everything that what was undone must leave as it was: `ids` false for requests that come back under other ids. */
export function worldOf({ db }: QueueHarness, { ids = true }: { readonly ids?: boolean } = {}) {
  const jobs = db.all<Record<string, unknown>>(
    `SELECT jobs.rowid AS number, jobs.*,
       (SELECT json_group_array(state || ' ' || position) FROM (
         SELECT state, position FROM items WHERE job_id = jobs.id ORDER BY position)) AS items
     FROM jobs ORDER BY jobs.priority DESC, jobs.position, jobs.rowid`,
  )
  return {
    jobs: ids ? jobs : jobs.map(({ id: _, ...job }) => job),
    batches: db.all('SELECT id, name, notified_at, ramp, succeeded_at, paused FROM batches ORDER BY id'),
    attempts: db.all('SELECT id, job_id, outcome FROM attempts ORDER BY id'),
    state: db.all('SELECT * FROM queue_state'),
  }
}
