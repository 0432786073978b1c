import type { Migration } from './migration'

/** New for composing: stored prompts, batches from a table, batches as objects of their own, counted by triggers. */
export const third: Migration = {
  version: 3,
  name: 'third',
  sql: `
-- prompts as typed, before expansion: the higher the number the newer; folded is what is searched
CREATE TABLE prompt_history (
  number INTEGER PRIMARY KEY,
  characters INTEGER NOT NULL,
  prompt TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL,
  -- deleted, and to be brought back until the next deletion or start
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- a prompt kept by name; variables_json is {name: values, one a line}; folded is what is searched and sorted by
CREATE TABLE prompt_templates (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  prompt TEXT NOT NULL,
  variables_json TEXT NOT NULL,
  folded TEXT NOT NULL,
  -- as above
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- the values last given to a variable of this name, one a line; names in lower case, the higher the number the newer
CREATE TABLE variable_values (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
) STRICT;

-- models and sizes that were sent to a connection, to be offered again; the higher the number the newer
CREATE TABLE used_values (
  number INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES connections (id),
  field TEXT NOT NULL CHECK (field IN ('model', 'size')),
  value TEXT NOT NULL,
  UNIQUE (connection_id, field, value)
) STRICT;

-- the table a batch came from, as it was laid out; layout_json, columns_json and settings_json are those of OpenTable
CREATE TABLE batch_tables (
  batch_id TEXT PRIMARY KEY REFERENCES batches (id),
  name TEXT NOT NULL,
  layout_json TEXT NOT NULL,
  columns_json TEXT NOT NULL,
  settings_json TEXT NOT NULL
) STRICT;

-- every row of that table, queued or not
CREATE TABLE batch_rows (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  -- 1-based, in the order of the file
  row INTEGER NOT NULL CHECK (row >= 1),
  -- the cells as they are written back, TableCell of shared/model
  cells_json TEXT NOT NULL,
  connection_id TEXT NOT NULL REFERENCES connections (id),
  -- how the row knows itself: what the person named it, what it asks for, its cells as they were read
  key TEXT,
  content TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (batch_id, row)
) STRICT;
CREATE INDEX batch_rows_key ON batch_rows (connection_id, key) WHERE key IS NOT NULL;
CREATE INDEX batch_rows_content ON batch_rows (connection_id, content);
CREATE INDEX batch_rows_source ON batch_rows (connection_id, source);

-- the row of its batch's table a job was made of, and the person's name for it
ALTER TABLE jobs ADD COLUMN row INTEGER;
ALTER TABLE jobs ADD COLUMN name TEXT;
CREATE INDEX jobs_row ON jobs (batch_id, row) WHERE row IS NOT NULL;

-- those that are still being written, asked for by whoever counts what waits
CREATE INDEX batches_unfinished ON batches (id) WHERE sendable_at IS NULL;

-- the person paused the sends of this batch
ALTER TABLE batches ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
CREATE INDEX batches_newest ON batches (created_at DESC, id DESC);
CREATE INDEX jobs_batch_ended ON jobs (batch_id, ended_at DESC, id DESC) WHERE ended_at IS NOT NULL;

-- the batch an image is of, null when that is not known
ALTER TABLE images ADD COLUMN batch_id TEXT;
UPDATE images SET batch_id = (SELECT batch_id FROM jobs WHERE jobs.id = images.job_id);
CREATE INDEX images_batch ON images (batch_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

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
  INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
  VALUES (new.batch_id, coalesce(iif(json_valid(new.request_json), new.request_json ->> 'model', NULL), ''), new.mode, CASE
    WHEN new.state = 'uncertain' OR new.attention_json IS NOT NULL THEN 'needsYou'
    WHEN new.state = 'queued' THEN 'waiting'
    WHEN new.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END, new.retried, 1)
  ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER jobs_recounted AFTER UPDATE OF batch_id, state, attention_json, settled_at, retried ON jobs
WHEN old.batch_id <> new.batch_id OR old.retried <> new.retried OR CASE
    WHEN old.state = 'uncertain' OR old.attention_json IS NOT NULL THEN 'needsYou'
    WHEN old.state = 'queued' THEN 'waiting'
    WHEN old.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END <> CASE
    WHEN new.state = 'uncertain' OR new.attention_json IS NOT NULL THEN 'needsYou'
    WHEN new.state = 'queued' THEN 'waiting'
    WHEN new.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END BEGIN
  INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
  VALUES (old.batch_id, coalesce(iif(json_valid(old.request_json), old.request_json ->> 'model', NULL), ''), old.mode, CASE
    WHEN old.state = 'uncertain' OR old.attention_json IS NOT NULL THEN 'needsYou'
    WHEN old.state = 'queued' THEN 'waiting'
    WHEN old.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END, old.retried, -1)
  ON CONFLICT DO UPDATE SET jobs = jobs + -1;
  INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
  VALUES (new.batch_id, coalesce(iif(json_valid(new.request_json), new.request_json ->> 'model', NULL), ''), new.mode, CASE
    WHEN new.state = 'uncertain' OR new.attention_json IS NOT NULL THEN 'needsYou'
    WHEN new.state = 'queued' THEN 'waiting'
    WHEN new.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END, new.retried, 1)
  ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
  VALUES (old.batch_id, coalesce(iif(json_valid(old.request_json), old.request_json ->> 'model', NULL), ''), old.mode, CASE
    WHEN old.state = 'uncertain' OR old.attention_json IS NOT NULL THEN 'needsYou'
    WHEN old.state = 'queued' THEN 'waiting'
    WHEN old.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END, old.retried, -1)
  ON CONFLICT DO UPDATE SET jobs = jobs + -1;
END;
CREATE TRIGGER batches_uncounted AFTER DELETE ON batches BEGIN
  DELETE FROM job_counts WHERE batch_id = old.id;
  DELETE FROM request_counts WHERE batch_id = old.id;
END;

CREATE TRIGGER attempts_counted AFTER INSERT ON attempts BEGIN
  INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''),
    CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
END;
CREATE TRIGGER attempts_recounted AFTER UPDATE OF outcome ON attempts WHEN old.outcome IS NOT new.outcome BEGIN
  INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''),
    CASE
    WHEN old.outcome = 'accepted' THEN jobs.billed
    WHEN old.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, -1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
  INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''),
    CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
END;
CREATE TRIGGER jobs_billed_anew AFTER UPDATE OF billed ON jobs WHEN old.billed <> new.billed BEGIN
  INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''),
    CASE
    WHEN attempts.outcome = 'accepted' THEN old.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, -1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.job_id = new.id AND attempts.outcome = 'accepted' GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
  INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''),
    CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.job_id = new.id AND attempts.outcome = 'accepted' GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
END;

UPDATE jobs SET retried = EXISTS (SELECT 1 FROM jobs AS retries WHERE retries.retry_of = jobs.id)
WHERE retried OR id IN (SELECT retry_of FROM jobs);

DELETE FROM job_counts;
INSERT INTO job_counts (batch_id, model, mode, stage, retried, jobs)
SELECT batch_id, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''), mode, CASE
    WHEN jobs.state = 'uncertain' OR jobs.attention_json IS NOT NULL THEN 'needsYou'
    WHEN jobs.state = 'queued' THEN 'waiting'
    WHEN jobs.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE jobs.state END, retried, count(*)
FROM jobs GROUP BY 1, 2, 3, 4, 5;

DELETE FROM request_counts;
INSERT INTO request_counts (batch_id, quarter, model, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), jobs.request_json ->> 'model', NULL), ''),
    CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE TRUE GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
`,
}
