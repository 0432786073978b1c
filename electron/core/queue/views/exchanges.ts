import { AppFailure, appError } from '@shared/errors'
import { demoBaseUrl } from '@shared/model/connection'
import {
  attemptOutcomeSchema,
  attemptsMaximum,
  type CopyForm,
  type JobExchange,
  shownCharacters,
} from '@shared/model/exchange'
import type { Connections, FrozenTarget } from '../../connections/connections'
import type { Database } from '../../db/database'
import { readFile } from '../../drive'
import { curlCommand, keyVariable } from '../../service/curlCommand'
import { callHeaders, generationsEndpoint, paidHeaders, requestBody } from '../../service/endpoints'
import { causeOf } from '../../service/networkErrors'
import { type StoredJob, storedError } from '../rows/jobFields'
import type { JobStore } from '../rows/jobStore'
import { readExchange } from '../rows/ledger'
import { exchangeText, type KeptAnswer } from './exchangeText'

/** One of a job's attempts; `number` null for the newest. */
export interface AttemptOf {
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
  readonly connections: Pick<Connections, 'resolveKeyless'>
}): Exchanges {
  const { db, jobs, connections } = deps

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

  async function requestOf(job: StoredJob, { idempotencyKey, ...frozen }: Row) {
    // The demo service has another port each time it starts.
    const { baseUrl } =
      frozen.origin === demoBaseUrl
        ? await connections.resolveKeyless(job.connectionId, frozen)
        : { baseUrl: frozen.origin }
    const { origin, path } = generationsEndpoint({ baseUrl, pathPrefix: frozen.pathPrefix })
    return {
      method: 'POST' as const,
      url: `${origin}${path}`,
      headers: { ...callHeaders({ key: keyVariable }), ...paidHeaders(idempotencyKey) },
      body: requestBody(job.mode, job.request),
    }
  }

  async function answerOf(jobId: string, number: number): Promise<Answer> {
    const stored = db.get<{ hex: string }>(
      // Nobody checks the answer of a job that has moved on, and the driver ends the process at bytes that aren't text.
      'SELECT hex(exchange_json) AS hex FROM attempts WHERE job_id = :jobId AND number = :number',
      { jobId, number },
    )
    if (stored === undefined || stored.hex === '') return { kind: 'none' }
    const exchange = readExchange(Buffer.from(stored.hex, 'hex').toString())
    if (exchange === null) return { kind: 'gone' }
    if (exchange.kind !== 'answered') return { kind: 'none' }
    const { body, ...answer } = exchange.answer
    const text = body.kind === 'text' ? body.text : await spooledText(body.path)
    return text === null ? { kind: 'gone' } : { kind: 'kept', ...answer, body: text }
  }

  async function find({ id, number }: AttemptOf) {
    const job = jobs.find(id)
    const rows = job === null ? [] : attemptsOf(id)
    const row = number === null ? rows[0] : rows.find((each) => each.number === number)
    if (job === null || row === undefined) return null
    const [request, answer] = await Promise.all([requestOf(job, row), answerOf(id, row.number)])
    return { mode: job.mode, rows, number: row.number, request, answer }
  }

  return {
    async read(attempt) {
      const found = await find(attempt)
      if (found === null) return null
      const { mode, rows, number, request, answer } = found
      return {
        mode,
        attempts: rows.map((row) => ({
          number: row.number,
          startedAt: row.startedAt,
          outcome: outcomeSchema.parse(row.outcome),
          error: storedError(row.error),
        })),
        attemptCount: countOf(attempt.id),
        number,
        request: { method: request.method, url: request.url, ...shown(request) },
        answer:
          answer.kind === 'kept'
            ? {
                kind: answer.kind,
                status: answer.status,
                complete: answer.complete,
                images: Object.keys(answer.lifted).length,
                ...shown(answer),
              }
            : { kind: answer.kind },
      }
    },

    async text(attempt, form) {
      const found = await find(attempt)
      if (found === null) throw new AppFailure(appError('rowMissing', { params: { id: attempt.id } }))
      const { request, answer } = found
      return form === 'json'
        ? exchangeText(request, answer.kind === 'kept' ? answer : null)
        : curlCommand(request, form)
    },
  }
}

/** A large answer; null once its file is gone, as it is when all its images are home. */
async function spooledText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (problem) {
    if (causeOf(problem) === 'ENOENT') return null
    throw problem
  }
}

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
