import { stageOf } from '@shared/model/job'

const byState = Object.entries(stageOf)
  .map(([state, stage]) => `WHEN '${state}' THEN '${stage}'`)
  .join(' ')

/** The part of its batch's progress to which a row of `jobs` counts. */
const stage = `CASE
    WHEN jobs.attention_json IS NOT NULL THEN 'needsYou'
    WHEN jobs.state = 'running' AND jobs.waiting_stopped THEN 'stopped'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE CASE jobs.state ${byState} END END`

/** Of `jobs`, in SQL: the code of its problem, as the indexes have it; null if it has none that can be read. */
export const problemCode = `iif(json_valid(coalesce(jobs.attention_json, jobs.error_json)),
  coalesce(jobs.attention_json, jobs.error_json) ->> 'code', NULL)`
/** Conditions on `jobs`, each counted by time in `moment_counts` and listed by an index of the same words. */
export const moments = {
  needsYou: "(jobs.state = 'uncertain' OR jobs.attention_json IS NOT NULL)",
  /** It failed, and the user has neither accepted that nor sent it again. */
  failed: "jobs.state = 'failed' AND jobs.settled_at IS NULL AND NOT jobs.retried",
  finished: 'jobs.ended_at IS NOT NULL AND jobs.attention_json IS NULL',
} as const

/** How a job of `jobs` ended, as `ended_counts` has it: one that was sent as a new request is no failure any more. */
export const endedAs = `CASE
    WHEN jobs.state = 'failed' AND jobs.retried THEN 'retried'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE jobs.state END`
/** Of `jobs`, in SQL: how many of its images are saved. */
export const savedItems =
  "(SELECT count(*) FROM items WHERE items.job_id = jobs.id AND items.state = 'saved')"

/** Waiting jobs are counted by blocks of this many rows of `jobs`. */
export const blockRows = 1024

/**
 * How an attempt is billed: by its own outcome, or by how its task went if there is one. If a job was sent again after
 * it was uncertain, both attempts count.
 */
export const billedOf = (attempt: string, job: string): string => `CASE
    WHEN ${attempt}.outcome = 'accepted' THEN ${job}.billed
    WHEN ${attempt}.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END`

/** Milliseconds. All time zones are offset by whole quarter hours, so one quarter lies in one local day. */
export const quarterMs = 900_000

/**
 * Of `jobs`, in SQL: what the price of its request depends on, as `pricedRequest` reads it. Empty for a damaged row, and
 * one that was salvaged may have a number for its model.
 */
export const priced = `coalesce(iif(json_valid(jobs.request_json),
  json_extract(jobs.request_json, '$.model', '$.size', '$.n'), NULL), '')`
const code = `CAST(coalesce(${problemCode}, '') AS TEXT)`

/**
 * Counts every row from scratch, whatever was counted before: after a salvage, after a repair. The queue's view of a
 * batch of 100,000 jobs is read from these few rows. The database keeps them up to date by triggers, which a migration
 * made and which count by the same rules.
 */
export const countAnew = `
UPDATE jobs SET retried = EXISTS (SELECT 1 FROM jobs AS retries WHERE retries.retry_of = jobs.id)
WHERE retried OR id IN (SELECT retry_of FROM jobs);

DELETE FROM saved_counts;
INSERT INTO saved_counts (batch_id, images)
SELECT batch_id, count(*) FROM jobs JOIN items ON items.job_id = jobs.id WHERE items.state = 'saved' GROUP BY 1;

DELETE FROM job_counts;
INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
SELECT batch_id, ${priced}, mode, ${stage}, retried, count(*)
FROM jobs GROUP BY 1, 2, 3, 4, 5;

DELETE FROM waiting_counts;
INSERT INTO waiting_counts (batch_id, block, priced, jobs)
SELECT batch_id, rowid / ${blockRows}, ${priced}, count(*) FROM jobs WHERE state = 'queued' GROUP BY 1, 2, 3;

DELETE FROM moment_counts;
INSERT INTO moment_counts (kind, batch_id, code, quarter, jobs)
SELECT 'needsYou', batch_id, ${code}, coalesce(sent_at, 0) / ${quarterMs}, count(*)
FROM jobs WHERE ${moments.needsYou} GROUP BY 2, 3, 4
UNION ALL
SELECT 'failed', batch_id, ${code}, coalesce(ended_at, 0) / ${quarterMs}, count(*)
FROM jobs WHERE ${moments.failed} GROUP BY 2, 3, 4
UNION ALL
SELECT 'finished', '', '', ended_at / ${quarterMs}, count(*) FROM jobs WHERE ${moments.finished} GROUP BY 4;

DELETE FROM ended_counts;
INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
SELECT batch_id, ended_at / ${quarterMs}, ${endedAs}, count(*), sum(images), sum(${savedItems})
FROM jobs WHERE ${moments.finished} GROUP BY 1, 2, 3;

DELETE FROM batch_ends;
INSERT INTO batch_ends (batch_id, ended_at)
SELECT batch_id, max(ended_at) FROM jobs WHERE ${moments.finished} GROUP BY 1;

DELETE FROM request_counts;
INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
SELECT jobs.batch_id, attempts.started_at / ${quarterMs}, ${priced},
  ${billedOf('attempts', 'jobs')}, attempts.price, count(*)
FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE TRUE GROUP BY 1, 2, 3, 4, 5
ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;

DELETE FROM collection_counts;
INSERT INTO collection_counts (collection_id, images)
SELECT collection_id, count(*) FROM collected JOIN images ON images.number = collected.number
WHERE images.deleted_at IS NULL GROUP BY 1;
`
