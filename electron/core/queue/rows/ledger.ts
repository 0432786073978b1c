import { type AppError, appErrorSchema } from '@shared/errors'
import type { RequestPrice } from '@shared/model/prices'
import { z } from 'zod'
import type { FrozenTarget } from '../../connections/connections'
import type { Database } from '../../db/database'
import { newId } from '../../ids'
import type { Clock } from '../../ports'
import type { RawAnswer } from '../../service/answers/rawAnswer'
import type { Exchange } from '../../service/exchange'
import { spooledPath } from '../../service/spool'
import type { SubmitVerdict } from '../../service/verdict'

/** One time a job's request was put on the wire, or was about to be. */
export interface Attempt {
  readonly id: string
  readonly jobId: string
  readonly frozen: FrozenTarget
  /** Sent as `Idempotency-Key`; null for none. */
  readonly idempotencyKey: string | null
  /** Null until an answer is committed, and again once it was read. */
  readonly exchange: Exchange | null
}

/**
 * The record of paid requests. The intention is committed before a byte is sent, the raw answer before anything is read
 * from it, and finally the result of reading it.
 */
export interface Ledger {
  /**
   * Jobs that an earlier run was sending when it ended, each with its last attempt. Throws once the ledger is open, so
   * that what this process began is never mistaken for what an earlier one left.
   */
  left(): readonly { readonly jobId: string; readonly attempt: Attempt | null }[]
  /**
   * Waiting jobs that the service may have by what their last attempt says, each with the time of that attempt. Only a
   * disk that kept the one row and not the other leaves any.
   */
  ahead(): readonly { readonly jobId: string; readonly sentAt: number }[]
  /** What was left is recovered: attempts may begin. */
  open(): void
  /**
   * Called inside the transaction that claims the job. `price`: null if unknown. Throws before the ledger
   * is open.
   */
  begin(
    jobId: string,
    frozen: FrozenTarget,
    options: { readonly idempotencyKey: string | null; readonly price: RequestPrice | null },
  ): Attempt
  /** Commits the answer as it came. */
  exchanged(attemptId: string, exchange: Exchange): void
  /** Called inside the transaction that changes the job's state. `interrupted`: a kill came before any answer. */
  concluded(attemptId: string, outcome: SubmitVerdict['kind'] | 'interrupted', error: AppError | null): void
  /** Keeps the first answer about the task of an attempt in which something was found. */
  answered(attemptId: string, answer: RawAnswer): void
  /** How often the task that an attempt began was asked about, once that is over. */
  polled(attemptId: string, polls: number): void
  /**
   * The key of the last request of a job that the service may have, as far as it was sent with one: it is sent again with
   * that, whatever the connection says by now. Null if there is none.
   */
  openKey(jobId: string): string | null
  /** The last one; null if the job was never sent. */
  latest(jobId: string): Attempt | null
}

/** Characters of a poll's answer that are kept; a longer one can be had again. */
const keptLength = 1_000_000

interface AttemptRow {
  readonly id: string
  readonly job_id: string
  readonly origin: string
  readonly path_prefix: string
  readonly key_id: string | null
  readonly idempotency_key: string | null
  readonly exchange_json: string | null
}

const exchangeSchema: z.ZodType<Exchange> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    answer: z.object({
      status: z.number(),
      headers: z.record(z.string(), z.string()),
      body: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text'), text: z.string() }),
        z.object({ kind: z.literal('file'), path: z.string() }),
      ]),
      lifted: z.record(z.string(), z.string()).default({}),
      complete: z.boolean(),
      isUnkept: z.boolean().optional(),
    }),
  }),
  z.object({ kind: z.literal('unanswered'), written: z.boolean(), error: appErrorSchema }),
  z.object({ kind: z.literal('aborted'), written: z.boolean(), by: z.enum(['person', 'shutdown']) }),
])

export function createLedger({
  db,
  clock,
  spoolFolder,
}: {
  readonly db: Database
  readonly clock: Clock
  /** Absolute. */
  readonly spoolFolder: string
}): Ledger {
  let isOpen = false

  function latest(jobId: string): Attempt | null {
    const row = db.get<AttemptRow>(
      // An answer is read until its job has moved on. One from an earlier request shows nothing about a later request
      // that is lost.
      `SELECT id, job_id, origin, path_prefix, key_id, idempotency_key,
         CASE WHEN outcome IS NULL OR (outcome = 'accepted' AND EXISTS (
           SELECT 1 FROM jobs WHERE jobs.id = attempts.job_id AND jobs.state = 'sending'
         )) THEN exchange_json END AS exchange_json
       FROM attempts WHERE job_id = :jobId ORDER BY number DESC LIMIT 1`,
      { jobId },
    )
    return row === undefined ? null : readAttempt(row, spoolFolder)
  }

  return {
    left() {
      if (isOpen) throw new Error('recovery is over')
      return db
        .all<{ id: string }>("SELECT id FROM jobs WHERE state = 'sending'")
        .map(({ id }) => ({ jobId: id, attempt: latest(id) }))
    },
    // What was uncertain and is sent again waits as well, but says that it may have been billed.
    ahead: () =>
      db.all<{ jobId: string; sentAt: number }>(
        `SELECT jobs.id AS jobId, started_at AS sentAt FROM jobs JOIN attempts ON attempts.job_id = jobs.id
         WHERE state = 'queued' AND number = (SELECT max(number) FROM attempts WHERE job_id = jobs.id)
           AND (outcome IS NULL OR outcome IN ('accepted', 'failed')
             OR outcome IN ('uncertain', 'interrupted') AND jobs.billed = 'no')`,
      ),
    open() {
      isOpen = true
    },
    begin(jobId, frozen, { idempotencyKey, price }) {
      if (!isOpen) throw new Error('recovery is not over')
      const now = clock.now()
      const attempt = { id: newId(now), jobId, frozen, idempotencyKey, exchange: null }
      db.run(
        `INSERT INTO attempts (id, job_id, number, origin, path_prefix, key_id, idempotency_key, price, image_price,
           started_at)
         SELECT :id, :jobId, coalesce(max(number), 0) + 1, :origin, :pathPrefix, :keyId, :idempotencyKey, :price, :perImage,
           :now
         FROM attempts WHERE job_id = :jobId`,
        {
          id: attempt.id,
          jobId,
          ...frozen,
          idempotencyKey,
          price: price?.credits ?? null,
          perImage: price?.perImage ?? null,
          now,
        },
      )
      return attempt
    },
    exchanged(attemptId, exchange) {
      db.run('UPDATE attempts SET exchanged_at = :now, exchange_json = :exchange WHERE id = :attemptId', {
        attemptId,
        now: clock.now(),
        exchange: JSON.stringify(exchange),
      })
    },
    concluded(attemptId, outcome, error) {
      db.run('UPDATE attempts SET outcome = :outcome, error_json = :error WHERE id = :attemptId', {
        attemptId,
        outcome,
        error: error === null ? null : JSON.stringify(error),
      })
    },
    answered(attemptId, answer) {
      if (answer.body.kind === 'text' && answer.body.text.length > keptLength) return
      const exchange: Exchange = { kind: 'answered', answer }
      db.run('UPDATE attempts SET polled_json = :exchange WHERE id = :attemptId AND polled_json IS NULL', {
        attemptId,
        exchange: JSON.stringify(exchange),
      })
    },
    polled(attemptId, polls) {
      db.run('UPDATE attempts SET polls = :polls WHERE id = :attemptId', { attemptId, polls })
    },
    openKey: (jobId) =>
      db.get<{ key: string }>(
        `SELECT idempotency_key AS key FROM attempts WHERE job_id = :jobId AND idempotency_key IS NOT NULL
           AND (outcome IS NULL OR outcome NOT IN ('unsent', 'limited', 'refused')) ORDER BY number DESC LIMIT 1`,
        { jobId },
      )?.key ?? null,
    latest,
  }
}

function readAttempt(row: AttemptRow, spoolFolder: string): Attempt {
  return {
    id: row.id,
    jobId: row.job_id,
    frozen: { origin: row.origin, pathPrefix: row.path_prefix, keyId: row.key_id },
    idempotencyKey: row.idempotency_key,
    exchange: row.exchange_json === null ? null : readExchange(row.exchange_json, spoolFolder),
  }
}

/** An answer as far as it is kept. `none`: none came; `gone`: it can't be read any more. */
export type StoredAnswer =
  | { readonly kind: 'none' | 'gone' }
  | { readonly kind: 'kept'; readonly answer: RawAnswer }

/**
 * What the service answered to an attempt, `number` null for the newest: to its request, or, where it was `polled`, about
 * its task.
 */
export function storedAnswer(
  { db, spoolFolder }: { readonly db: Database; readonly spoolFolder: string },
  {
    jobId,
    number,
    polled,
  }: { readonly jobId: string; readonly number: number | null; readonly polled: boolean },
): StoredAnswer {
  const row = db.get<{ readonly hex: string }>(
    // Nobody checks the answers of a job that has moved on, and the driver ends the process at bytes that aren't text.
    `SELECT hex(${polled ? 'polled_json' : 'exchange_json'}) AS hex FROM attempts
     WHERE job_id = :jobId AND (:number IS NULL OR number = :number) ORDER BY number DESC LIMIT 1`,
    { jobId, number },
  )
  if (row === undefined || row.hex === '') return { kind: 'none' }
  const exchange = exchangeOf(row.hex, spoolFolder)
  if (exchange === null) return { kind: 'gone' }
  return exchange.kind === 'answered' ? { kind: 'kept', answer: exchange.answer } : { kind: 'none' }
}

/** An answer as the hexadecimal digits of its bytes; null without any. */
export const exchangeOf = (hex: string, spoolFolder: string): Exchange | null =>
  hex === '' ? null : readExchange(Buffer.from(hex, 'hex').toString(), spoolFolder)

/** An answer that can't be read counts as none: then the job is uncertain. Its files are in `spoolFolder`, absolute. */
function readExchange(json: string, spoolFolder: string): Exchange | null {
  try {
    return inFolder(exchangeSchema.parse(JSON.parse(json)), spoolFolder)
  } catch {
    return null
  }
}

function inFolder(exchange: Exchange, spoolFolder: string): Exchange {
  if (exchange.kind !== 'answered') return exchange
  const { body, lifted, ...answer } = exchange.answer
  const place = (path: string) => spooledPath(spoolFolder, path)
  return {
    ...exchange,
    answer: {
      ...answer,
      body: body.kind === 'file' ? { ...body, path: place(body.path) } : body,
      lifted: Object.fromEntries(Object.entries(lifted).map(([mark, path]) => [mark, place(path)])),
    },
  }
}
