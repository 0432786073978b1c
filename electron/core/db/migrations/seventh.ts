import type { Migration } from './migration'

const model = (row: string): string =>
  `CAST(coalesce(iif(json_valid(${row}.request_json), ${row}.request_json ->> 'model', NULL), '') AS TEXT)`
const problem = (row: string): string => `coalesce(${row}.attention_json, ${row}.error_json)`
const code = (row: string): string => `iif(json_valid(${problem(row)}), ${problem(row)} ->> 'code', NULL)`

const stage = (row: string): string => `CASE
    WHEN ${row}.state = 'uncertain' OR ${row}.attention_json IS NOT NULL THEN 'needsYou'
    WHEN ${row}.state = 'queued' THEN 'waiting'
    WHEN ${row}.state = 'running' AND ${row}.waiting_stopped THEN 'stopped'
    WHEN ${row}.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN ${row}.state = 'failed' AND ${row}.settled_at IS NOT NULL THEN 'settled'
    ELSE ${row}.state END`

const countJob = (row: string, change: 1 | -1): string => `
  INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
  VALUES (${row}.batch_id, ${model(row)}, ${row}.mode, ${stage(row)}, ${row}.retried, ${change})
  ON CONFLICT DO UPDATE SET jobs = jobs + ${change};`

const countWaiting = (row: string, change: 1 | -1): string => `
  INSERT INTO waiting_counts (batch_id, block, model, jobs)
  SELECT ${row}.batch_id, ${row}.rowid >> 10, ${model(row)}, ${change} WHERE ${row}.state = 'queued'
  ON CONFLICT DO UPDATE SET jobs = jobs + ${change};`

const needsYou = (row: string): string => `(${row}.state = 'uncertain' OR ${row}.attention_json IS NOT NULL)`
const unacceptedFailure = (row: string): string =>
  `${row}.state = 'failed' AND ${row}.settled_at IS NULL AND NOT ${row}.retried`
const finished = (row: string): string => `${row}.ended_at IS NOT NULL AND ${row}.attention_json IS NULL`

/** Follows other rows. */
const moments = (row: string, change: 1 | -1): string => `
    UNION ALL SELECT 'needsYou', ${row}.batch_id, CAST(coalesce(${code(row)}, '') AS TEXT), coalesce(${row}.sent_at, 0) / 900000, ${change}
    WHERE ${needsYou(row)}
    UNION ALL SELECT 'failed', ${row}.batch_id, CAST(coalesce(${code(row)}, '') AS TEXT), coalesce(${row}.ended_at, 0) / 900000, ${change}
    WHERE ${unacceptedFailure(row)}
    UNION ALL SELECT 'finished', '', '', ${row}.ended_at / 900000, ${change} WHERE ${finished(row)}`

/** Gives the columns of `moments` their names; it has no rows. */
const noMoments = `SELECT '' AS kind, '' AS batch_id, '' AS code, 0 AS quarter, 0 AS jobs WHERE FALSE`

const countMoments = (...rows: readonly string[]): string => `
  INSERT INTO moment_counts (kind, batch_id, code, quarter, jobs)
  SELECT kind, batch_id, code, quarter, sum(jobs) FROM (${noMoments}${rows.join('')})
  GROUP BY 1, 2, 3, 4 HAVING sum(jobs) <> 0
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs;`

/** Whether a row may stand in a moment at all: most changes of a job pass this by. */
const isMomentous = (row: string): string =>
  `${row}.ended_at IS NOT NULL OR ${row}.state = 'uncertain' OR ${row}.attention_json IS NOT NULL`

const countSaved = (row: string, change: string): string => `
  INSERT INTO saved_counts (batch_id, images) SELECT batch_id, ${change} FROM jobs WHERE jobs.id = ${row}.job_id
  ON CONFLICT DO UPDATE SET images = images + excluded.images;`

/**
 * Nothing is counted by reading it all: more counts kept by triggers, and an index for each list. Commands on very many
 * rows are written down before they are carried out in parts.
 */
export const seventh: Migration = {
  version: 7,
  name: 'seventh',
  sql: `
-- commands that aren't finished, oldest first: a kill delays them, it doesn't drop them
CREATE TABLE bulk_commands (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  -- what is left to do, in the words of that kind
  params_json TEXT NOT NULL,
  -- those about the same thing are carried out one after another
  subject TEXT,
  -- rows changed so far, and how many it was about
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  begun_at INTEGER NOT NULL
) STRICT;

-- waiting jobs by the block of 1,024 rows they stand in: those up to a row are counted without being read
CREATE TABLE waiting_counts (
  batch_id TEXT NOT NULL,
  block INTEGER NOT NULL,
  model TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (batch_id, block, model)
) STRICT;
CREATE INDEX waiting_counts_left ON waiting_counts (block) WHERE jobs > 0;

-- jobs that need the person (by when they were sent), that failed and weren't accepted, and that ended at all (both by
-- when they ended; the last of all batches together), by the quarter of an hour since the epoch
CREATE TABLE moment_counts (
  kind TEXT NOT NULL CHECK (kind IN ('needsYou', 'failed', 'finished')),
  batch_id TEXT NOT NULL,
  code TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (kind, batch_id, code, quarter)
) STRICT;
CREATE INDEX moment_counts_left ON moment_counts (kind, quarter) WHERE jobs > 0;

DROP TRIGGER jobs_counted;
DROP TRIGGER jobs_recounted;
DROP TRIGGER jobs_uncounted;
CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN
  ${countJob('new', 1)}
  ${countWaiting('new', 1)}
END;
CREATE TRIGGER jobs_recounted AFTER UPDATE OF batch_id, state, attention_json, settled_at, waiting_stopped, retried ON jobs
WHEN old.batch_id <> new.batch_id OR old.retried <> new.retried OR ${stage('old')} <> ${stage('new')} BEGIN
  ${countJob('old', -1)}
  ${countJob('new', 1)}
END;
CREATE TRIGGER jobs_waiting_recounted AFTER UPDATE OF batch_id, state ON jobs
WHEN (old.state = 'queued') <> (new.state = 'queued') OR old.batch_id <> new.batch_id BEGIN
  ${countWaiting('old', -1)}
  ${countWaiting('new', 1)}
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  ${countJob('old', -1)}
  ${countWaiting('old', -1)}
END;
CREATE TRIGGER jobs_moment_counted AFTER INSERT ON jobs WHEN ${isMomentous('new')} BEGIN
  ${countMoments(moments('new', 1))}
END;
CREATE TRIGGER jobs_moment_recounted
AFTER UPDATE OF batch_id, state, attention_json, error_json, settled_at, retried, sent_at, ended_at ON jobs
WHEN ${isMomentous('old')} OR ${isMomentous('new')} BEGIN
  ${countMoments(moments('old', -1), moments('new', 1))}
END;
CREATE TRIGGER jobs_moment_uncounted AFTER DELETE ON jobs WHEN ${isMomentous('old')} BEGIN
  ${countMoments(moments('old', -1))}
END;
DROP TRIGGER batches_uncounted;
CREATE TRIGGER batches_uncounted AFTER DELETE ON batches BEGIN
  DELETE FROM job_counts WHERE batch_id = old.id;
  DELETE FROM request_counts WHERE batch_id = old.id;
  DELETE FROM waiting_counts WHERE batch_id = old.id;
  DELETE FROM saved_counts WHERE batch_id = old.id;
  DELETE FROM moment_counts WHERE kind IN ('needsYou', 'failed') AND batch_id = old.id;
END;
-- what was counted away leaves no row behind
CREATE TRIGGER waiting_counts_gone AFTER UPDATE ON waiting_counts WHEN new.jobs = 0 BEGIN
  DELETE FROM waiting_counts WHERE batch_id = new.batch_id AND block = new.block AND model = new.model;
END;
CREATE TRIGGER moment_counts_gone AFTER UPDATE ON moment_counts WHEN new.jobs = 0 BEGIN
  DELETE FROM moment_counts
  WHERE kind = new.kind AND batch_id = new.batch_id AND code = new.code AND quarter = new.quarter;
END;

-- items that were saved, by batch
CREATE TABLE saved_counts (batch_id TEXT PRIMARY KEY, images INTEGER NOT NULL) STRICT;
CREATE TRIGGER items_saved AFTER UPDATE OF state ON items WHEN (old.state = 'saved') <> (new.state = 'saved') BEGIN
  ${countSaved('new', "iif(new.state = 'saved', 1, -1)")}
END;
CREATE TRIGGER items_inserted_saved AFTER INSERT ON items WHEN new.state = 'saved' BEGIN
  ${countSaved('new', '1')}
END;
CREATE TRIGGER items_deleted_saved AFTER DELETE ON items WHEN old.state = 'saved' BEGIN
  ${countSaved('old', '-1')}
END;
INSERT INTO saved_counts (batch_id, images)
SELECT batch_id, count(*) FROM jobs JOIN items ON items.job_id = jobs.id WHERE items.state = 'saved' GROUP BY 1;

-- the text index is merged with each change of it
INSERT INTO images_text (images_text, rank) VALUES ('automerge', 0);

DELETE FROM job_counts;
INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
SELECT batch_id, ${model('jobs')}, mode, ${stage('jobs')}, retried, count(*) FROM jobs GROUP BY 1, 2, 3, 4, 5;
INSERT INTO waiting_counts (batch_id, block, model, jobs)
SELECT batch_id, rowid >> 10, ${model('jobs')}, count(*) FROM jobs WHERE state = 'queued' GROUP BY 1, 2, 3;
INSERT INTO moment_counts (kind, batch_id, code, quarter, jobs)
SELECT 'needsYou', batch_id, CAST(coalesce(${code('jobs')}, '') AS TEXT), coalesce(sent_at, 0) / 900000, count(*) FROM jobs
WHERE ${needsYou('jobs')} GROUP BY 2, 3, 4
UNION ALL
SELECT 'failed', batch_id, CAST(coalesce(${code('jobs')}, '') AS TEXT), coalesce(ended_at, 0) / 900000, count(*) FROM jobs
WHERE ${unacceptedFailure('jobs')} GROUP BY 2, 3, 4
UNION ALL
SELECT 'finished', '', '', ended_at / 900000, count(*) FROM jobs WHERE ${finished('jobs')} GROUP BY 4;

-- the order of all that has a place in it, whatever its connection
CREATE INDEX jobs_order ON jobs (priority DESC, position, id, state, batch_id)
WHERE state IN ('queued', 'sending', 'uncertain');
-- an outage: of all batches, of one
CREATE INDEX jobs_needing ON jobs (connection_id, ${code('jobs').replaceAll('jobs.', '')}, sent_at, id)
WHERE state = 'uncertain' OR attention_json IS NOT NULL;
CREATE INDEX jobs_batch_needing ON jobs (batch_id, ${code('jobs').replaceAll('jobs.', '')}, sent_at, id)
WHERE state = 'uncertain' OR attention_json IS NOT NULL;
DROP INDEX jobs_attention;
DROP INDEX jobs_failed;
CREATE INDEX jobs_failed ON jobs (batch_id, ${code('jobs').replaceAll('jobs.', '')}, ended_at, id)
WHERE state = 'failed' AND settled_at IS NULL AND NOT retried;
DROP INDEX jobs_ended;
CREATE INDEX jobs_ended ON jobs (ended_at, id) WHERE ended_at IS NOT NULL AND attention_json IS NULL;
DROP INDEX jobs_batch_ended;
CREATE INDEX jobs_batch_ended ON jobs (batch_id, ended_at DESC, id DESC)
WHERE ended_at IS NOT NULL AND attention_json IS NULL;
-- when a connection last sent
CREATE INDEX jobs_sent ON jobs (connection_id, sent_at) WHERE sent_at IS NOT NULL;
-- what takes a slot at the service; what is under way; what is no longer waited for
CREATE INDEX jobs_in_flight ON jobs (connection_id, mode, state, sent_at)
WHERE state IN ('sending', 'running') AND NOT waiting_stopped AND final_at IS NULL;
CREATE INDEX jobs_under_way ON jobs (sent_at, id)
WHERE state IN ('sending', 'running', 'saving') AND attention_json IS NULL AND NOT (state = 'running' AND waiting_stopped);
CREATE INDEX jobs_stopped ON jobs (sent_at, id)
WHERE state = 'running' AND waiting_stopped AND attention_json IS NULL;
`,
}
