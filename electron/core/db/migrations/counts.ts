/**
 * The part of its batch's progress to which a row of `jobs` counts; `settled`: failed, and accepted as such by the
 * person.
 */
const stageOf = (job: string): string => `CASE
    WHEN ${job}.state = 'uncertain' OR ${job}.attention_json IS NOT NULL THEN 'needsYou'
    WHEN ${job}.state = 'queued' THEN 'waiting'
    WHEN ${job}.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN ${job}.state = 'failed' AND ${job}.settled_at IS NOT NULL THEN 'settled'
    ELSE ${job}.state END`

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
const modelOf = (job: string): string =>
  `coalesce(iif(json_valid(${job}.request_json), ${job}.request_json ->> 'model', NULL), '')`

function countJob(job: string, change: 1 | -1): string {
  return `INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
  VALUES (${job}.batch_id, ${modelOf(job)}, ${job}.mode, ${stageOf(job)}, ${job}.retried, ${change})
  ON CONFLICT DO UPDATE SET jobs = jobs + ${change};`
}

/**
 * Counts the attempts that match `where` by how they are billed; `outcome` and `billed` may be the old or the new
 * values.
 */
function countRequests(where: string, change: 1 | -1, attempt = 'attempts', job = 'jobs'): string {
  return `INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / ${quarterMs}, ${modelOf('jobs')},
    ${billedOf(attempt, job)}, attempts.price, ${change} * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE ${where} GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;`
}

/** Counts every row from scratch, whatever was counted before: after a migration, after a salvage. */
export const countAnew = `
UPDATE jobs SET retried = EXISTS (SELECT 1 FROM jobs AS retries WHERE retries.retry_of = jobs.id)
WHERE retried OR id IN (SELECT retry_of FROM jobs);

DELETE FROM job_counts;
INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
SELECT batch_id, ${modelOf('jobs')}, mode, ${stageOf('jobs')}, retried, count(*)
FROM jobs GROUP BY 1, 2, 3, 4, 5;

DELETE FROM request_counts;
${countRequests('TRUE', 1)}
`

/**
 * The queue's view of a batch of 100,000 jobs is read from a few rows. The database itself keeps them up to date, so
 * code that writes jobs or attempts needn't know about them. Attempts are never deleted.
 */
export const counts = `
-- another job was made of what this one did not yield
ALTER TABLE jobs ADD COLUMN retried INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER jobs_retry_made AFTER INSERT ON jobs WHEN new.retry_of IS NOT NULL BEGIN
  UPDATE jobs SET retried = 1 WHERE id = new.retry_of AND NOT retried;
END;
CREATE TRIGGER jobs_retry_gone AFTER DELETE ON jobs WHEN old.retry_of IS NOT NULL BEGIN
  UPDATE jobs SET retried = 0
  WHERE id = old.retry_of AND NOT EXISTS (SELECT 1 FROM jobs WHERE retry_of = old.retry_of);
END;

CREATE TABLE job_counts (
  batch_id TEXT NOT NULL,
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  stage TEXT NOT NULL,
  retried INTEGER NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (batch_id, model, mode, stage, retried)
) STRICT;
CREATE INDEX job_counts_stage ON job_counts (stage, batch_id) WHERE jobs > 0;

-- attempts, by the quarter of an hour since the epoch in which they started
CREATE TABLE request_counts (
  batch_id TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  model TEXT NOT NULL,
  billed TEXT NOT NULL,
  price REAL,
  requests INTEGER NOT NULL
) STRICT;
-- an unknown price is one value too
CREATE UNIQUE INDEX request_counts_of ON request_counts (batch_id, quarter, model, billed, coalesce(price, -1));
CREATE INDEX request_counts_quarter ON request_counts (quarter);

CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN
  ${countJob('new', 1)}
END;
CREATE TRIGGER jobs_recounted AFTER UPDATE OF batch_id, state, attention_json, settled_at, retried ON jobs
WHEN old.batch_id <> new.batch_id OR old.retried <> new.retried OR ${stageOf('old')} <> ${stageOf('new')} BEGIN
  ${countJob('old', -1)}
  ${countJob('new', 1)}
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  ${countJob('old', -1)}
END;
CREATE TRIGGER batches_uncounted AFTER DELETE ON batches BEGIN
  DELETE FROM job_counts WHERE batch_id = old.id;
  DELETE FROM request_counts WHERE batch_id = old.id;
END;

CREATE TRIGGER attempts_counted AFTER INSERT ON attempts BEGIN
  ${countRequests('attempts.id = new.id', 1)}
END;
CREATE TRIGGER attempts_recounted AFTER UPDATE OF outcome ON attempts WHEN old.outcome IS NOT new.outcome BEGIN
  ${countRequests('attempts.id = new.id', -1, 'old')}
  ${countRequests('attempts.id = new.id', 1)}
END;
CREATE TRIGGER jobs_billed_anew AFTER UPDATE OF billed ON jobs WHEN old.billed <> new.billed BEGIN
  ${countRequests(`attempts.job_id = new.id AND attempts.outcome = 'accepted'`, -1, 'attempts', 'old')}
  ${countRequests(`attempts.job_id = new.id AND attempts.outcome = 'accepted'`, 1)}
END;
${countAnew}`
