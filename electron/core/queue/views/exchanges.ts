import { AppFailure, appError } from '@shared/errors'
import { demoBaseUrl } from '@shared/model/connection'
import {
  attemptOutcomeSchema,
  attemptsMaximum,
  type CopyForm,
  type JobExchange,
  shownCharacters,
} from '@shared/model/exchange'
import { firstAskedAt } from '../../connections/askPlaces'
import type { Connections, FrozenTarget } from '../../connections/connections'
import type { Database } from '../../db/database'
import { textIfKept } from '../../service/answers/rawAnswer'
import { understand } from '../../service/answers/understanding'
import { curlCommand, keyVariable } from '../../service/curlCommand'
import {
  callHeaders,
  type Endpoint,
  generationsEndpoint,
  type Place,
  paidHeaders,
  requestBody,
  sentPlace,
  taskEndpoint,
} from '../../service/endpoints'
import { namedAddress } from '../../service/taskAddress'
import { type StoredJob, storedError } from '../rows/jobFields'
import type { JobStore } from '../rows/jobStore'
import { storedAnswer } from '../rows/ledger'
import { requestContext, sentContent } from '../rows/sentContent'
import { exchangeText, type KeptAnswer } from './exchangeText'

/** One of a job's attempts; `number` null for the newest. */
interface AttemptOf {
  readonly id: string
  readonly number: number | null
}

/** What was sent for a job, and what came back: the very bytes, made and kept by those who send and receive them. */
export interface Exchanges {
  /** Null if nothing was sent, or nothing of it is kept. */
  read(attempt: AttemptOf): Promise<JobExchange | null>
  /** The whole of it, to be copied. Throws AppFailure `rowMissing` if there is nothing. */
  text(attempt: AttemptOf, form: CopyForm): Promise<string>
}

interface Row extends FrozenTarget {
  readonly number: number
  readonly idempotencyKey: string | null
  readonly startedAt: number
  readonly outcome: string | null
  readonly error: string | null
}

type Answer = { readonly kind: 'none' | 'gone' } | ({ readonly kind: 'kept' } & KeptAnswer)

const outcomeSchema = attemptOutcomeSchema.nullable().catch(null)

export function createExchanges(deps: {
  readonly db: Database
  readonly jobs: Pick<JobStore, 'find'>
  readonly connections: Pick<Connections, 'find' | 'resolveKeyless'>
  /** Absolute. */
  readonly spoolFolder: string
}): Exchanges {
  const { db, jobs, connections, spoolFolder } = deps

  const attemptsOf = (jobId: string): readonly Row[] =>
    db.all<Row>(
      `SELECT number, origin, path_prefix AS pathPrefix, key_id AS keyId, idempotency_key AS idempotencyKey,
         started_at AS startedAt, outcome, error_json AS error
       FROM attempts WHERE job_id = :jobId ORDER BY number DESC LIMIT ${attemptsMaximum}`,
      { jobId },
    )

  const countOf = (jobId: string): number =>
    db.get<{ count: number }>('SELECT count(*) AS count FROM attempts WHERE job_id = :jobId', { jobId })
      ?.count ?? 0

  async function placeOf(job: StoredJob, frozen: Row): Promise<Place> {
    // The demo service has another port each time it starts.
    const { baseUrl } =
      frozen.origin === demoBaseUrl
        ? await connections.resolveKeyless(job.connectionId, frozen)
        : { baseUrl: frozen.origin }
    return { baseUrl, pathPrefix: frozen.pathPrefix }
  }

  function requestOf(job: StoredJob, place: Place, idempotencyKey: string | null) {
    return {
      method: 'POST' as const,
      url: addressOf(generationsEndpoint(place)),
      headers: { ...callHeaders({ key: keyVariable }), ...paidHeaders(idempotencyKey) },
      body: requestBody(job.mode, job.request),
    }
  }

  async function answerOf(jobId: string, number: number, polled: boolean): Promise<Answer> {
    const stored = storedAnswer({ db, spoolFolder }, { jobId, number, polled })
    if (stored.kind !== 'kept') return stored
    const body = await textIfKept(stored.answer)
    return body === null ? { kind: 'gone' } : { ...stored.answer, kind: 'kept', body }
  }

  async function find({ id, number }: AttemptOf) {
    const job = jobs.find(id)
    const rows = job === null ? [] : attemptsOf(id)
    const row = number === null ? rows[0] : rows.find((each) => each.number === number)
    if (job === null || row === undefined) return null
    const [place, answer, polled] = await Promise.all([
      placeOf(job, row),
      answerOf(id, row.number, false),
      answerOf(id, row.number, true),
    ])
    const request = requestOf(job, place, row.idempotencyKey)
    return { job, place, rows, row, request, answer, polled }
  }

  /** What is shown of a kept answer, read as the queue has read it. */
  async function shownAnswer(
    { job, place, row }: { readonly job: StoredJob; readonly place: Place; readonly row: Row },
    answer: KeptAnswer,
    polled: boolean,
  ) {
    const { origin } = row
    const connection = connections.find(job.connectionId)
    const askedAt = (taskId: string, named: string | null) => {
      const askAt = taskId === job.taskId ? job.askAt : namedAddress(named, sentPlace(row))
      const at = connection === null ? null : firstAskedAt(connection, { taskId, askAt, origin })
      return addressOf(taskEndpoint(place, taskId, at))
    }
    const context = (polled ? sentContent : requestContext)(job, connection)
    return {
      kind: 'kept' as const,
      status: answer.status,
      complete: answer.complete,
      images: Object.keys(answer.lifted).length,
      ...shown(answer),
      ...(await understand(answer, { ...context, askedAt })),
    }
  }

  return {
    async read(attempt) {
      const found = await find(attempt)
      if (found === null) return null
      const { job, rows, row, request, answer, polled } = found
      return {
        mode: job.mode,
        attempts: rows.map((row) => ({
          number: row.number,
          startedAt: row.startedAt,
          outcome: outcomeSchema.parse(row.outcome),
          error: storedError(row.error),
        })),
        attemptCount: countOf(attempt.id),
        number: row.number,
        request: { method: request.method, url: request.url, ...shown(request) },
        answer: answer.kind === 'kept' ? await shownAnswer(found, answer, false) : { kind: answer.kind },
        ...(polled.kind === 'kept' ? { polled: await shownAnswer(found, polled, true) } : {}),
      }
    },

    async text(attempt, form) {
      const found = await find(attempt)
      if (found === null) throw new AppFailure(appError('rowMissing', { params: { id: attempt.id } }))
      const { request, answer, polled } = found
      const kept = (one: Answer) => (one.kind === 'kept' ? one : null)
      return form === 'json' ? exchangeText(request, kept(answer), kept(polled)) : curlCommand(request, form)
    },
  }
}

const addressOf = ({ origin, path }: Endpoint): string => `${origin}${path}`

function shown({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) {
  return {
    headers: { ...headers },
    text: body.slice(0, shownCharacters),
    bytes: Buffer.byteLength(body),
    isCut: body.length > shownCharacters,
  }
}
