import type { Migration } from './migration'

/** What the price of a request depends on: its model, its size and its number of images, as a JSON array. */
const priced = (job: string) =>
  `coalesce(iif(json_valid(${job}.request_json), json_extract(${job}.request_json, '$.model', '$.size', '$.n'), NULL), '')`

const stage = (job: string) => `CASE
    WHEN ${job}.state = 'uncertain' OR ${job}.attention_json IS NOT NULL THEN 'needsYou'
    WHEN ${job}.state = 'queued' THEN 'waiting'
    WHEN ${job}.state = 'running' AND ${job}.waiting_stopped THEN 'stopped'
    WHEN ${job}.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN ${job}.state = 'failed' AND ${job}.settled_at IS NOT NULL THEN 'settled'
    ELSE ${job}.state END`

const countJob = (job: string, sign: 1 | -1) => `
  INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
  VALUES (${job}.batch_id, ${priced(job)}, ${job}.mode, ${stage(job)}, ${job}.retried, ${sign})
  ON CONFLICT DO UPDATE SET jobs = jobs + ${sign};`

const countWaiting = (job: string, sign: 1 | -1) => `
  INSERT INTO waiting_counts (batch_id, block, priced, jobs)
  SELECT ${job}.batch_id, ${job}.rowid >> 10, ${priced(job)}, ${sign} WHERE ${job}.state = 'queued'
  ON CONFLICT DO UPDATE SET jobs = jobs + ${sign};`

const countRequests = (
  which: string,
  sign: 1 | -1,
  { outcome = 'attempts.outcome', billed = 'jobs.billed' } = {},
) => `
  INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, ${priced('jobs')}, CASE
    WHEN ${outcome} = 'accepted' THEN ${billed}
    WHEN ${outcome} IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, ${sign} * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE ${which} GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;`

/** Some services bill each image, or each size differently: counts of requests tell them apart. */
export const imagePrices: Migration = {
  version: 40,
  name: 'imagePrices',
  sql: `
-- in credits, if each image was billed: then \`price\` is that of all images which the attempt is to yield
ALTER TABLE attempts ADD COLUMN image_price REAL;

DROP TRIGGER attempts_counted;
DROP TRIGGER attempts_recounted;
DROP TRIGGER jobs_billed_anew;
DROP TRIGGER jobs_counted;
DROP TRIGGER jobs_recounted;
DROP TRIGGER jobs_waiting_recounted;
DROP TRIGGER jobs_uncounted;
-- no longer the model alone
ALTER TABLE job_counts RENAME COLUMN model TO priced;
ALTER TABLE waiting_counts RENAME COLUMN model TO priced;
ALTER TABLE request_counts RENAME COLUMN model TO priced;

DELETE FROM job_counts;
INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
SELECT batch_id, ${priced('jobs')}, mode, ${stage('jobs')}, retried, count(*) FROM jobs GROUP BY 1, 2, 3, 4, 5;
DELETE FROM waiting_counts;
INSERT INTO waiting_counts (batch_id, block, priced, jobs)
SELECT batch_id, rowid >> 10, ${priced('jobs')}, count(*) FROM jobs WHERE state = 'queued' GROUP BY 1, 2, 3;
DELETE FROM request_counts;${countRequests('TRUE', 1)}

CREATE TRIGGER attempts_counted AFTER INSERT ON attempts BEGIN${countRequests('attempts.id = new.id', 1)}
END;
CREATE TRIGGER attempts_recounted AFTER UPDATE OF outcome ON attempts
WHEN old.outcome IS NOT new.outcome BEGIN${countRequests('attempts.id = new.id', -1, {
    outcome: 'old.outcome',
  })}${countRequests('attempts.id = new.id', 1)}
END;
-- a service may make more images than it was asked for, and bill them; one update may say both, so one trigger counts it
CREATE TRIGGER jobs_billed_anew AFTER UPDATE OF billed, images ON jobs
WHEN old.billed <> new.billed OR new.images > old.images BEGIN${countRequests(
    'attempts.job_id = new.id',
    -1,
    {
      billed: 'old.billed',
    },
  )}
  UPDATE attempts SET price = max(price, round(image_price * new.images, 4))
  WHERE job_id = new.id AND image_price IS NOT NULL
    AND number = (SELECT max(number) FROM attempts WHERE job_id = new.id);${countRequests('attempts.job_id = new.id', 1)}
END;

CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN${countJob('new', 1)}${countWaiting('new', 1)}
END;
CREATE TRIGGER jobs_recounted AFTER UPDATE OF batch_id, state, attention_json, settled_at, waiting_stopped, retried ON jobs
WHEN old.batch_id <> new.batch_id OR old.retried <> new.retried OR ${stage('old')} <> ${stage('new')}
BEGIN${countJob('old', -1)}${countJob('new', 1)}
END;
CREATE TRIGGER jobs_waiting_recounted AFTER UPDATE OF batch_id, state ON jobs
WHEN (old.state = 'queued') <> (new.state = 'queued') OR old.batch_id <> new.batch_id
BEGIN${countWaiting('old', -1)}${countWaiting('new', 1)}
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN${countJob('old', -1)}${countWaiting('old', -1)}
END;
`,
}
