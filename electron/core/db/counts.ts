import { stageOf } from '@shared/model/job'

const byState = Object.entries(stageOf)
  .map(([state, stage]) => `WHEN '${state}' THEN '${stage}'`)
  .join(' ')

/** The part of its batch's progress to which a row of `jobs` counts. */
const stage = `CASE
    WHEN jobs.attention_json IS NOT NULL THEN 'needsYou'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE CASE jobs.state ${byState} END END`

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

/** A damaged row that was salvaged may have none. */
const model = `coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), '')`

/**
 * Counts every row from scratch, whatever was counted before: after a salvage, after a repair. The queue's view of a
 * batch of 100,000 jobs is read from these few rows. The database keeps them up to date by triggers, which a migration
 * made and which count by the same rules.
 */
export const countAnew = `
UPDATE jobs SET retried = EXISTS (SELECT 1 FROM jobs AS retries WHERE retries.retry_of = jobs.id)
WHERE retried OR id IN (SELECT retry_of FROM jobs);

DELETE FROM job_counts;
INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
SELECT batch_id, ${model}, mode, ${stage}, retried, count(*)
FROM jobs GROUP BY 1, 2, 3, 4, 5;

DELETE FROM request_counts;
INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
SELECT jobs.batch_id, attempts.started_at / ${quarterMs}, ${model},
  ${billedOf('attempts', 'jobs')}, attempts.price, count(*)
FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE TRUE GROUP BY 1, 2, 3, 4, 5
ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
`
