import type { Connection } from '@shared/model/connection'
import { planRequests, sentExtra } from '@shared/model/draft'
import { extraLength } from '@shared/model/extraFields'
import { tablePart } from '@shared/model/partSizes'
import type { PlannedRow } from '@shared/processes/tables'
import type { NewJob } from '../queue/commands/jobInsertion'
import type { TableProcess } from './tableProcess'

/** Rows of a table and their jobs, small enough for one transaction, so that none keeps the app busy for long. */
export interface PlanPart {
  readonly rows: readonly PlannedRow[]
  readonly jobs: readonly NewJob[]
  /** The number of table rows up to here. */
  readonly done: number
  readonly last: boolean
}

/** What a table asks for, in row order. A row's jobs may be in several parts; the row itself is in the first. */
export async function* planParts(
  ask: TableProcess['ask'],
  connection: Connection,
  { onlyRight }: { readonly onlyRight: boolean },
): AsyncGenerator<PlanPart> {
  let rows: PlannedRow[] = []
  let jobs: NewJob[] = []
  let images = 0
  let extraCharacters = 0
  let done = 0

  const isFull = () =>
    rows.length >= tablePart.rows ||
    jobs.length >= tablePart.jobs ||
    images >= tablePart.images ||
    extraCharacters >= tablePart.extraCharacters
  function take(last: boolean): PlanPart {
    const part = { rows, jobs, done, last }
    rows = []
    jobs = []
    images = 0
    extraCharacters = 0
    return part
  }

  for await (const planned of plannedRows(ask, onlyRight)) {
    const { row, name, drafts } = planned
    rows.push(planned)
    done = row
    for (const draft of drafts) {
      for (const request of planRequests(draft, connection)) {
        jobs.push({ ...request, mode: draft.mode, row, name })
        images += request.images
        extraCharacters += extraLength(sentExtra(request.request))
        if (isFull()) yield take(false)
      }
    }
    if (isFull()) yield take(false)
  }
  yield take(true)
}

async function* plannedRows(ask: TableProcess['ask'], onlyRight: boolean): AsyncGenerator<PlannedRow> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { readonly rows: readonly PlannedRow[] } = await ask('plan', {
      kind: 'plan',
      after,
      limit: tablePart.rows,
      onlyRight,
    })
    yield* rows
    after = rows.at(-1)?.row
  }
}
