/** The schema after the newest migration, as the test of it has written it here. */
export const wholeSchema = `
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('service', 'demo')),
  name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  path_prefix TEXT NOT NULL,
  models_json TEXT NOT NULL,
  page_url TEXT NOT NULL,
  full_background INTEGER NOT NULL,
  idempotency_key INTEGER NOT NULL,
  direct_slots INTEGER NOT NULL,
  background_slots INTEGER NOT NULL,
  polls_per_second REAL NOT NULL,
  -- keychain account of the key in use; a replaced key gets a new account
  key_id TEXT,
  -- why nothing is sent: {error, since, polls}; null when nothing holds it
  hold_json TEXT,
  -- ends of jobs that were alike in a row, for the breaker
  breaker_kind TEXT,
  breaker_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  archived_at INTEGER
, prices_json TEXT NOT NULL DEFAULT '{}', daily_cap REAL, paused INTEGER NOT NULL DEFAULT 0, undelivered_images INTEGER NOT NULL DEFAULT 100, undelivered_megabytes INTEGER NOT NULL DEFAULT 1000, proxy_resolves INTEGER NOT NULL DEFAULT 0, allowed_origins_json TEXT NOT NULL DEFAULT '[]', origins_json TEXT NOT NULL DEFAULT '{"inside":{},"declined":[]}', extra_json TEXT NOT NULL DEFAULT '{"background":[],"direct":[]}', task_path TEXT, task_path_learned INTEGER NOT NULL DEFAULT 0, task_origins_json TEXT NOT NULL DEFAULT '[]', taught_json TEXT NOT NULL DEFAULT '[]') STRICT;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL
) STRICT;

CREATE TABLE drafts (
  connection_id TEXT PRIMARY KEY REFERENCES connections (id),
  draft_json TEXT NOT NULL
) STRICT;

CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES connections (id),
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- null while a long import is still being written: its jobs are not sendable yet
  sendable_at INTEGER,
  -- ramp: jobs in flight allowed until the first success
  ramp INTEGER NOT NULL DEFAULT 1,
  succeeded_at INTEGER,
  notified_at INTEGER
, paused INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES batches (id),
  connection_id TEXT NOT NULL REFERENCES connections (id),
  -- order of sending, lowest first; ties by id
  position REAL NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('background', 'direct')),
  request_json TEXT NOT NULL,
  images INTEGER NOT NULL CHECK (images >= 1),
  state TEXT NOT NULL CHECK (state IN
    ('queued', 'sending', 'running', 'saving', 'done', 'failed', 'cancelled', 'uncertain')),
  progress REAL,
  task_id TEXT,
  error_json TEXT,
  attention_json TEXT,
  billed TEXT NOT NULL DEFAULT 'no' CHECK (billed IN ('no', 'maybe', 'yes')),
  waiting_stopped INTEGER NOT NULL DEFAULT 0,
  -- the job this one retries
  retry_of TEXT REFERENCES jobs (id),
  not_before INTEGER,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  ended_at INTEGER,
  settled_at INTEGER,
  -- a task that the service does not know, or calls finished without an image: since when, and polls answered so
  doubt TEXT CHECK (doubt IN ('unknown', 'imageless')),
  doubt_since INTEGER,
  doubt_polls INTEGER NOT NULL DEFAULT 0
, priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN -1 AND 1), row INTEGER, name TEXT, retried INTEGER NOT NULL DEFAULT 0, final_at INTEGER, dropped INTEGER NOT NULL DEFAULT 0, ask_at TEXT, provisional INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX jobs_postponed ON jobs (not_before) WHERE state = 'queued' AND not_before IS NOT NULL;

CREATE INDEX jobs_state ON jobs (state, connection_id);

CREATE INDEX jobs_batch ON jobs (batch_id, state);

CREATE INDEX jobs_retried ON jobs (retry_of) WHERE retry_of IS NOT NULL;

CREATE TABLE items (
  job_id TEXT NOT NULL REFERENCES jobs (id),
  position INTEGER NOT NULL CHECK (position >= 0),
  state TEXT NOT NULL CHECK (state IN ('pending', 'ready', 'saved', 'failed', 'expired', 'abandoned')),
  -- where the service has it; kept even when it expired
  url TEXT,
  -- file of decoded base64 in the profile's spool, when the answer carried the bytes themselves
  spool_file TEXT,
  revised_prompt TEXT,
  image_id TEXT,
  error_json TEXT,
  -- 1 once a fresh URL was asked for after one had expired
  refreshed INTEGER NOT NULL DEFAULT 0,
  download_tries INTEGER NOT NULL DEFAULT 0,
  download_not_before INTEGER, entry TEXT, again INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, position)
) STRICT;

CREATE INDEX items_ready ON items (job_id, position) WHERE state = 'ready';

CREATE TABLE attempts (
  id TEXT PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES jobs (id),
  number INTEGER NOT NULL,
  -- frozen when it was made
  origin TEXT NOT NULL,
  path_prefix TEXT NOT NULL,
  key_id TEXT,
  idempotency_key TEXT,
  -- committed before the request's first byte
  started_at INTEGER NOT NULL,
  -- the exchange as it came, the key struck out, committed before anything is read from it; large bodies are files
  exchanged_at INTEGER,
  exchange_json TEXT,
  -- what it was read as
  outcome TEXT,
  error_json TEXT, price REAL, polls INTEGER, polled_json TEXT, image_price REAL,
  UNIQUE (job_id, number)
) STRICT;

CREATE TABLE queue_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  paused INTEGER NOT NULL
, confirmed_at INTEGER NOT NULL DEFAULT 0, cleared_at INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE library_folders (
  path TEXT PRIMARY KEY,
  used_at INTEGER NOT NULL
) STRICT;

CREATE TABLE images (
  -- names the row for the text index; an implicit rowid may change in a VACUUM
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  of INTEGER NOT NULL,
  -- inside the library folder, forward slashes
  file TEXT NOT NULL,
  format TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- width and height as one byte, so that an outline of every row is read quickly
  ratio INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  prompt TEXT NOT NULL,
  revised_prompt TEXT,
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  asked_json TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  connection_name TEXT NOT NULL,
  task_id TEXT,
  took_ms INTEGER,
  created_at INTEGER NOT NULL,
  -- the intention to delete, committed before the file is touched
  deleted_at INTEGER, batch_id TEXT, decoded INTEGER NOT NULL DEFAULT 1, placed_at INTEGER NOT NULL DEFAULT 0, seen_at INTEGER, placeholder TEXT, flag TEXT CHECK (flag IN ('kept', 'rejected')), rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5), unrecorded INTEGER NOT NULL DEFAULT 0 CHECK (unrecorded IN (0, 1)), favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1)), note TEXT NOT NULL DEFAULT '', outside TEXT CHECK (outside IN ('changed', 'missing')), file_time INTEGER, picture INTEGER NOT NULL DEFAULT 0, discarded_at INTEGER, brought_json TEXT, stack INTEGER, credentials INTEGER,
  UNIQUE (job_id, position)
) STRICT;

CREATE INDEX images_deleted ON images (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX attempts_started ON attempts (started_at);

CREATE INDEX jobs_waiting ON jobs (connection_id, mode, priority DESC, position, id) WHERE state = 'queued';

CREATE INDEX jobs_heads ON jobs (batch_id, priority DESC, position, id) WHERE state = 'queued';

CREATE TABLE task_durations (
  number INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES connections (id),
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  ms INTEGER NOT NULL CHECK (ms >= 0)
) STRICT;

CREATE INDEX task_durations_of ON task_durations (connection_id, model, mode, number);

CREATE TABLE prompt_history (
  number INTEGER PRIMARY KEY,
  characters INTEGER NOT NULL,
  prompt TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL,
  -- deleted, and to be brought back until the next deletion or start
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE prompt_templates (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  prompt TEXT NOT NULL,
  variables_json TEXT NOT NULL,
  folded TEXT NOT NULL,
  -- as above
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE variable_values (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE used_values (
  number INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES connections (id),
  field TEXT NOT NULL CHECK (field IN ('model', 'size')),
  value TEXT NOT NULL,
  UNIQUE (connection_id, field, value)
) STRICT;

CREATE TABLE batch_tables (
  batch_id TEXT PRIMARY KEY REFERENCES batches (id),
  name TEXT NOT NULL,
  layout_json TEXT NOT NULL,
  columns_json TEXT NOT NULL,
  settings_json TEXT NOT NULL
) STRICT;

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

CREATE INDEX jobs_row ON jobs (batch_id, row) WHERE row IS NOT NULL;

CREATE INDEX batches_unfinished ON batches (id) WHERE sendable_at IS NULL;

CREATE INDEX batches_newest ON batches (created_at DESC, id DESC);

CREATE TRIGGER jobs_retry_made AFTER INSERT ON jobs WHEN new.retry_of IS NOT NULL BEGIN
  UPDATE jobs SET retried = 1 WHERE id = new.retry_of AND NOT retried;
END;

CREATE TRIGGER jobs_retry_gone AFTER DELETE ON jobs WHEN old.retry_of IS NOT NULL BEGIN
  UPDATE jobs SET retried = 0
  WHERE id = old.retry_of AND NOT EXISTS (SELECT 1 FROM jobs WHERE retry_of = old.retry_of);
END;

CREATE TABLE job_counts (
  batch_id TEXT NOT NULL,
  priced TEXT NOT NULL,
  mode TEXT NOT NULL,
  stage TEXT NOT NULL,
  retried INTEGER NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (batch_id, priced, mode, stage, retried)
) STRICT;

CREATE INDEX job_counts_stage ON job_counts (stage, batch_id) WHERE jobs > 0;

CREATE TABLE request_counts (
  batch_id TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  priced TEXT NOT NULL,
  billed TEXT NOT NULL,
  price REAL,
  requests INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX request_counts_of ON request_counts (batch_id, quarter, priced, billed, coalesce(price, -1));

CREATE INDEX request_counts_quarter ON request_counts (quarter);

CREATE INDEX items_undelivered ON items (job_id, spool_file)
WHERE state = 'ready' OR (state = 'pending' AND (url IS NOT NULL OR spool_file IS NOT NULL));

CREATE TABLE damaged_rows (
  number INTEGER PRIMARY KEY,
  table_name TEXT NOT NULL,
  row_json TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  -- when the person had read that there is one: milliseconds since the epoch, null before
  told_at INTEGER
) STRICT;

CREATE TRIGGER images_placed AFTER INSERT ON images BEGIN
  UPDATE images SET placed_at = min(new.created_at, coalesce(
    (SELECT min(placed_at) FROM images AS sibling
      WHERE sibling.job_id = new.job_id AND sibling.number <> new.number), new.created_at))
  WHERE job_id = new.job_id;
END;

CREATE INDEX images_newest ON images (placed_at DESC, job_id DESC, position) WHERE deleted_at IS NULL;

CREATE INDEX images_batch ON images (batch_id, placed_at DESC, job_id DESC, position)
  WHERE deleted_at IS NULL;

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

CREATE TABLE waiting_counts (
  batch_id TEXT NOT NULL,
  block INTEGER NOT NULL,
  priced TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (batch_id, block, priced)
) STRICT;

CREATE INDEX waiting_counts_left ON waiting_counts (block) WHERE jobs > 0;

CREATE TABLE moment_counts (
  kind TEXT NOT NULL CHECK (kind IN ('needsYou', 'failed', 'finished')),
  batch_id TEXT NOT NULL,
  code TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  jobs INTEGER NOT NULL,
  PRIMARY KEY (kind, batch_id, code, quarter)
) STRICT;

CREATE INDEX moment_counts_left ON moment_counts (kind, quarter) WHERE jobs > 0;

CREATE TRIGGER jobs_moment_counted AFTER INSERT ON jobs WHEN new.ended_at IS NOT NULL OR new.state = 'uncertain' OR new.attention_json IS NOT NULL BEGIN
  
  INSERT INTO moment_counts (kind, batch_id, code, quarter, jobs)
  SELECT kind, batch_id, code, quarter, sum(jobs) FROM (SELECT '' AS kind, '' AS batch_id, '' AS code, 0 AS quarter, 0 AS jobs WHERE FALSE
    UNION ALL SELECT 'needsYou', new.batch_id, CAST(coalesce(iif(json_valid(coalesce(new.attention_json, new.error_json)), coalesce(new.attention_json, new.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(new.sent_at, 0) / 900000, 1
    WHERE (new.state = 'uncertain' OR new.attention_json IS NOT NULL)
    UNION ALL SELECT 'failed', new.batch_id, CAST(coalesce(iif(json_valid(coalesce(new.attention_json, new.error_json)), coalesce(new.attention_json, new.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(new.ended_at, 0) / 900000, 1
    WHERE new.state = 'failed' AND new.settled_at IS NULL AND NOT new.retried
    UNION ALL SELECT 'finished', '', '', new.ended_at / 900000, 1 WHERE new.ended_at IS NOT NULL AND new.attention_json IS NULL)
  GROUP BY 1, 2, 3, 4 HAVING sum(jobs) <> 0
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs;
END;

CREATE TRIGGER jobs_moment_recounted
AFTER UPDATE OF batch_id, state, attention_json, error_json, settled_at, retried, sent_at, ended_at ON jobs
WHEN old.ended_at IS NOT NULL OR old.state = 'uncertain' OR old.attention_json IS NOT NULL OR new.ended_at IS NOT NULL OR new.state = 'uncertain' OR new.attention_json IS NOT NULL BEGIN
  
  INSERT INTO moment_counts (kind, batch_id, code, quarter, jobs)
  SELECT kind, batch_id, code, quarter, sum(jobs) FROM (SELECT '' AS kind, '' AS batch_id, '' AS code, 0 AS quarter, 0 AS jobs WHERE FALSE
    UNION ALL SELECT 'needsYou', old.batch_id, CAST(coalesce(iif(json_valid(coalesce(old.attention_json, old.error_json)), coalesce(old.attention_json, old.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(old.sent_at, 0) / 900000, -1
    WHERE (old.state = 'uncertain' OR old.attention_json IS NOT NULL)
    UNION ALL SELECT 'failed', old.batch_id, CAST(coalesce(iif(json_valid(coalesce(old.attention_json, old.error_json)), coalesce(old.attention_json, old.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(old.ended_at, 0) / 900000, -1
    WHERE old.state = 'failed' AND old.settled_at IS NULL AND NOT old.retried
    UNION ALL SELECT 'finished', '', '', old.ended_at / 900000, -1 WHERE old.ended_at IS NOT NULL AND old.attention_json IS NULL
    UNION ALL SELECT 'needsYou', new.batch_id, CAST(coalesce(iif(json_valid(coalesce(new.attention_json, new.error_json)), coalesce(new.attention_json, new.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(new.sent_at, 0) / 900000, 1
    WHERE (new.state = 'uncertain' OR new.attention_json IS NOT NULL)
    UNION ALL SELECT 'failed', new.batch_id, CAST(coalesce(iif(json_valid(coalesce(new.attention_json, new.error_json)), coalesce(new.attention_json, new.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(new.ended_at, 0) / 900000, 1
    WHERE new.state = 'failed' AND new.settled_at IS NULL AND NOT new.retried
    UNION ALL SELECT 'finished', '', '', new.ended_at / 900000, 1 WHERE new.ended_at IS NOT NULL AND new.attention_json IS NULL)
  GROUP BY 1, 2, 3, 4 HAVING sum(jobs) <> 0
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs;
END;

CREATE TRIGGER jobs_moment_uncounted AFTER DELETE ON jobs WHEN old.ended_at IS NOT NULL OR old.state = 'uncertain' OR old.attention_json IS NOT NULL BEGIN
  
  INSERT INTO moment_counts (kind, batch_id, code, quarter, jobs)
  SELECT kind, batch_id, code, quarter, sum(jobs) FROM (SELECT '' AS kind, '' AS batch_id, '' AS code, 0 AS quarter, 0 AS jobs WHERE FALSE
    UNION ALL SELECT 'needsYou', old.batch_id, CAST(coalesce(iif(json_valid(coalesce(old.attention_json, old.error_json)), coalesce(old.attention_json, old.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(old.sent_at, 0) / 900000, -1
    WHERE (old.state = 'uncertain' OR old.attention_json IS NOT NULL)
    UNION ALL SELECT 'failed', old.batch_id, CAST(coalesce(iif(json_valid(coalesce(old.attention_json, old.error_json)), coalesce(old.attention_json, old.error_json) ->> 'code', NULL), '') AS TEXT), coalesce(old.ended_at, 0) / 900000, -1
    WHERE old.state = 'failed' AND old.settled_at IS NULL AND NOT old.retried
    UNION ALL SELECT 'finished', '', '', old.ended_at / 900000, -1 WHERE old.ended_at IS NOT NULL AND old.attention_json IS NULL)
  GROUP BY 1, 2, 3, 4 HAVING sum(jobs) <> 0
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs;
END;

CREATE TRIGGER batches_uncounted AFTER DELETE ON batches BEGIN
  DELETE FROM job_counts WHERE batch_id = old.id;
  DELETE FROM request_counts WHERE batch_id = old.id;
  DELETE FROM waiting_counts WHERE batch_id = old.id;
  DELETE FROM saved_counts WHERE batch_id = old.id;
  DELETE FROM moment_counts WHERE kind IN ('needsYou', 'failed') AND batch_id = old.id;
END;

CREATE TRIGGER waiting_counts_gone AFTER UPDATE ON waiting_counts WHEN new.jobs = 0 BEGIN
  DELETE FROM waiting_counts WHERE batch_id = new.batch_id AND block = new.block AND priced = new.priced;
END;

CREATE TRIGGER moment_counts_gone AFTER UPDATE ON moment_counts WHEN new.jobs = 0 BEGIN
  DELETE FROM moment_counts
  WHERE kind = new.kind AND batch_id = new.batch_id AND code = new.code AND quarter = new.quarter;
END;

CREATE TABLE saved_counts (batch_id TEXT PRIMARY KEY, images INTEGER NOT NULL) STRICT;

CREATE TRIGGER items_saved AFTER UPDATE OF state ON items WHEN (old.state = 'saved') <> (new.state = 'saved') BEGIN
  
  INSERT INTO saved_counts (batch_id, images) SELECT batch_id, iif(new.state = 'saved', 1, -1) FROM jobs WHERE jobs.id = new.job_id
  ON CONFLICT DO UPDATE SET images = images + excluded.images;
END;

CREATE TRIGGER items_inserted_saved AFTER INSERT ON items WHEN new.state = 'saved' BEGIN
  
  INSERT INTO saved_counts (batch_id, images) SELECT batch_id, 1 FROM jobs WHERE jobs.id = new.job_id
  ON CONFLICT DO UPDATE SET images = images + excluded.images;
END;

CREATE TRIGGER items_deleted_saved AFTER DELETE ON items WHEN old.state = 'saved' BEGIN
  
  INSERT INTO saved_counts (batch_id, images) SELECT batch_id, -1 FROM jobs WHERE jobs.id = old.job_id
  ON CONFLICT DO UPDATE SET images = images + excluded.images;
END;

CREATE INDEX jobs_order ON jobs (priority DESC, position, id, state, batch_id)
WHERE state IN ('queued', 'sending', 'uncertain');

CREATE INDEX jobs_needing ON jobs (connection_id, iif(json_valid(coalesce(attention_json, error_json)), coalesce(attention_json, error_json) ->> 'code', NULL), sent_at, id)
WHERE state = 'uncertain' OR attention_json IS NOT NULL;

CREATE INDEX jobs_batch_needing ON jobs (batch_id, iif(json_valid(coalesce(attention_json, error_json)), coalesce(attention_json, error_json) ->> 'code', NULL), sent_at, id)
WHERE state = 'uncertain' OR attention_json IS NOT NULL;

CREATE INDEX jobs_failed ON jobs (batch_id, iif(json_valid(coalesce(attention_json, error_json)), coalesce(attention_json, error_json) ->> 'code', NULL), ended_at, id)
WHERE state = 'failed' AND settled_at IS NULL AND NOT retried;

CREATE INDEX jobs_ended ON jobs (ended_at, id) WHERE ended_at IS NOT NULL AND attention_json IS NULL;

CREATE INDEX jobs_batch_ended ON jobs (batch_id, ended_at DESC, id DESC)
WHERE ended_at IS NOT NULL AND attention_json IS NULL;

CREATE INDEX jobs_sent ON jobs (connection_id, sent_at) WHERE sent_at IS NOT NULL;

CREATE INDEX jobs_in_flight ON jobs (connection_id, mode, state, sent_at)
WHERE state IN ('sending', 'running') AND NOT waiting_stopped AND final_at IS NULL;

CREATE INDEX jobs_under_way ON jobs (sent_at, id)
WHERE state IN ('sending', 'running', 'saving') AND attention_json IS NULL AND NOT (state = 'running' AND waiting_stopped);

CREATE INDEX jobs_stopped ON jobs (sent_at, id)
WHERE state = 'running' AND waiting_stopped AND attention_json IS NULL;

CREATE TABLE press_rows (
  number INTEGER PRIMARY KEY,
  press INTEGER NOT NULL,
  -- the job may be gone since
  job_id TEXT NOT NULL,
  -- how it was before, and how the command left it, in the words of that command
  before_json TEXT NOT NULL,
  after_json TEXT NOT NULL,
  -- of a cancelled request: what the same request is known by if it is queued anew
  same TEXT,
  -- 0 once it was taken back, or queued anew
  stands INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE INDEX press_rows_press ON press_rows (press, number);

CREATE INDEX press_rows_job ON press_rows (job_id);

CREATE INDEX press_rows_same ON press_rows (same, number) WHERE stands AND same IS NOT NULL;

CREATE INDEX jobs_waiting_extra ON jobs (connection_id, batch_id) WHERE state = 'queued' AND iif(json_valid(request_json),
  coalesce(request_json ->> '$.extra[0]', request_json ->> '$.connectionExtra[0]') IS NOT NULL, FALSE);

CREATE TABLE replaced_drafts (
  number INTEGER PRIMARY KEY,
  draft_json TEXT NOT NULL,
  -- how its prompt begins
  opening TEXT NOT NULL,
  -- milliseconds since the epoch
  replaced_at INTEGER NOT NULL
) STRICT;

CREATE TABLE ended_counts (
  batch_id TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  ended_as TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  images INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  PRIMARY KEY (batch_id, quarter, ended_as)
) STRICT;

CREATE TABLE batch_ends (batch_id TEXT PRIMARY KEY, ended_at INTEGER NOT NULL) STRICT;

CREATE INDEX batch_ends_newest ON batch_ends (ended_at DESC, batch_id DESC);

CREATE INDEX jobs_batch_ended_well ON jobs (batch_id, ended_at DESC, id DESC)
WHERE ended_at IS NOT NULL AND attention_json IS NULL AND NOT (state = 'failed' AND settled_at IS NULL AND NOT retried);

CREATE TRIGGER jobs_end_counted AFTER INSERT ON jobs WHEN new.ended_at IS NOT NULL AND new.attention_json IS NULL BEGIN
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT new.batch_id, new.ended_at / 900000, CASE
    WHEN new.state = 'failed' AND new.retried THEN 'retried'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END, 1, 1 * new.images,
    1 * (SELECT count(*) FROM items WHERE items.job_id = new.id AND items.state = 'saved')
  WHERE new.ended_at IS NOT NULL AND new.attention_json IS NULL
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs, images = images + excluded.images, saved = saved + excluded.saved;
  
  INSERT INTO batch_ends (batch_id, ended_at) SELECT new.batch_id, new.ended_at WHERE new.ended_at IS NOT NULL AND new.attention_json IS NULL
  ON CONFLICT DO UPDATE SET ended_at = excluded.ended_at WHERE excluded.ended_at > ended_at;
END;

CREATE TRIGGER jobs_end_recounted
AFTER UPDATE OF batch_id, state, attention_json, settled_at, retried, ended_at, images ON jobs
WHEN (old.ended_at IS NOT NULL AND old.attention_json IS NULL) OR (new.ended_at IS NOT NULL AND new.attention_json IS NULL) BEGIN
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT old.batch_id, old.ended_at / 900000, CASE
    WHEN old.state = 'failed' AND old.retried THEN 'retried'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END, -1, -1 * old.images,
    -1 * (SELECT count(*) FROM items WHERE items.job_id = old.id AND items.state = 'saved')
  WHERE old.ended_at IS NOT NULL AND old.attention_json IS NULL
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs, images = images + excluded.images, saved = saved + excluded.saved;
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT new.batch_id, new.ended_at / 900000, CASE
    WHEN new.state = 'failed' AND new.retried THEN 'retried'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END, 1, 1 * new.images,
    1 * (SELECT count(*) FROM items WHERE items.job_id = new.id AND items.state = 'saved')
  WHERE new.ended_at IS NOT NULL AND new.attention_json IS NULL
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs, images = images + excluded.images, saved = saved + excluded.saved;
  
  INSERT INTO batch_ends (batch_id, ended_at) SELECT new.batch_id, new.ended_at WHERE new.ended_at IS NOT NULL AND new.attention_json IS NULL
  ON CONFLICT DO UPDATE SET ended_at = excluded.ended_at WHERE excluded.ended_at > ended_at;
END;

CREATE TRIGGER jobs_end_withdrawn AFTER UPDATE OF batch_id, attention_json, ended_at ON jobs
WHEN old.ended_at IS NOT NULL AND old.attention_json IS NULL
  AND old.ended_at = (SELECT ended_at FROM batch_ends WHERE batch_id = old.batch_id) AND NOT (new.ended_at IS NOT NULL AND new.attention_json IS NULL AND new.batch_id = old.batch_id AND new.ended_at = old.ended_at) BEGIN
  
  DELETE FROM batch_ends WHERE batch_id = old.batch_id;
  INSERT INTO batch_ends (batch_id, ended_at)
  SELECT batch_id, ended_at FROM jobs
  WHERE batch_id = old.batch_id AND ended_at IS NOT NULL AND attention_json IS NULL
  ORDER BY ended_at DESC, id DESC LIMIT 1;
END;

CREATE TRIGGER jobs_end_uncounted AFTER DELETE ON jobs WHEN old.ended_at IS NOT NULL AND old.attention_json IS NULL BEGIN
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT old.batch_id, old.ended_at / 900000, CASE
    WHEN old.state = 'failed' AND old.retried THEN 'retried'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END, -1, -1 * old.images,
    -1 * (SELECT count(*) FROM items WHERE items.job_id = old.id AND items.state = 'saved')
  WHERE old.ended_at IS NOT NULL AND old.attention_json IS NULL
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs, images = images + excluded.images, saved = saved + excluded.saved;
END;

CREATE TRIGGER jobs_end_gone AFTER DELETE ON jobs WHEN old.ended_at IS NOT NULL AND old.attention_json IS NULL
  AND old.ended_at = (SELECT ended_at FROM batch_ends WHERE batch_id = old.batch_id) BEGIN
  
  DELETE FROM batch_ends WHERE batch_id = old.batch_id;
  INSERT INTO batch_ends (batch_id, ended_at)
  SELECT batch_id, ended_at FROM jobs
  WHERE batch_id = old.batch_id AND ended_at IS NOT NULL AND attention_json IS NULL
  ORDER BY ended_at DESC, id DESC LIMIT 1;
END;

CREATE TRIGGER items_end_saved AFTER UPDATE OF state ON items WHEN (old.state = 'saved') <> (new.state = 'saved') BEGIN
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT batch_id, ended_at / 900000, CASE
    WHEN jobs.state = 'failed' AND jobs.retried THEN 'retried'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE jobs.state END, 0, 0, iif(new.state = 'saved', 1, -1) FROM jobs
  WHERE jobs.id = new.job_id AND jobs.ended_at IS NOT NULL AND jobs.attention_json IS NULL
  ON CONFLICT DO UPDATE SET saved = saved + excluded.saved;
END;

CREATE TRIGGER items_end_inserted AFTER INSERT ON items WHEN new.state = 'saved' BEGIN
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT batch_id, ended_at / 900000, CASE
    WHEN jobs.state = 'failed' AND jobs.retried THEN 'retried'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE jobs.state END, 0, 0, 1 FROM jobs
  WHERE jobs.id = new.job_id AND jobs.ended_at IS NOT NULL AND jobs.attention_json IS NULL
  ON CONFLICT DO UPDATE SET saved = saved + excluded.saved;
END;

CREATE TRIGGER items_end_deleted AFTER DELETE ON items WHEN old.state = 'saved' BEGIN
  
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT batch_id, ended_at / 900000, CASE
    WHEN jobs.state = 'failed' AND jobs.retried THEN 'retried'
    WHEN jobs.state = 'failed' AND jobs.settled_at IS NOT NULL THEN 'settled'
    ELSE jobs.state END, 0, 0, -1 FROM jobs
  WHERE jobs.id = old.job_id AND jobs.ended_at IS NOT NULL AND jobs.attention_json IS NULL
  ON CONFLICT DO UPDATE SET saved = saved + excluded.saved;
END;

CREATE TRIGGER ended_counts_gone AFTER UPDATE ON ended_counts WHEN new.jobs = 0 BEGIN
  DELETE FROM ended_counts WHERE batch_id = new.batch_id AND quarter = new.quarter AND ended_as = new.ended_as;
END;

CREATE TRIGGER batch_ends_gone AFTER DELETE ON batches BEGIN
  DELETE FROM ended_counts WHERE batch_id = old.id;
  DELETE FROM batch_ends WHERE batch_id = old.id;
END;

CREATE VIRTUAL TABLE images_short USING fts5 (
  grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii'
);

CREATE INDEX images_seen ON images (number) WHERE seen_at IS NOT NULL;

CREATE INDEX images_name ON images (substr(prompt, 1, 40) COLLATE NOCASE);

CREATE INDEX images_without_placeholder ON images (number)
WHERE placeholder IS NULL AND decoded = 1 AND deleted_at IS NULL;

CREATE VIRTUAL TABLE images_text USING fts5 (
  prompt, revised_prompt, model, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER images_unindexed AFTER DELETE ON images BEGIN
  DELETE FROM images_text WHERE rowid = old.number;
  DELETE FROM images_short WHERE rowid = old.number;
END;

CREATE INDEX images_unrecorded ON images (number) WHERE unrecorded = 1;

CREATE INDEX images_marked ON images (number, flag, rating, favourite)
WHERE flag IS NOT NULL OR rating > 0 OR favourite = 1;

CREATE INDEX images_noted ON images (number, note) WHERE note <> '';

CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- what a search finds it by
  folded TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- 1: the person removed it, which can be undone until the next start
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX collections_named ON collections (folded) WHERE removed = 0;

CREATE TABLE collected (
  collection_id TEXT NOT NULL REFERENCES collections (id),
  number INTEGER NOT NULL,
  position TEXT NOT NULL,
  PRIMARY KEY (collection_id, number)
) STRICT;

CREATE INDEX collected_in_order ON collected (collection_id, position, number);

CREATE INDEX collected_images ON collected (number);

CREATE TABLE collected_changes (
  press INTEGER NOT NULL,
  number INTEGER NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (press, number)
) STRICT;

CREATE TABLE collection_counts (collection_id TEXT PRIMARY KEY, images INTEGER NOT NULL) STRICT;

CREATE TRIGGER collected_counted AFTER INSERT ON collected BEGIN
  INSERT INTO collection_counts (collection_id, images) VALUES (new.collection_id, (SELECT count(*) FROM images WHERE number = new.number AND deleted_at IS NULL))
  ON CONFLICT DO UPDATE SET images = images + excluded.images;
END;

CREATE TRIGGER collected_uncounted AFTER DELETE ON collected BEGIN
  UPDATE collection_counts SET images = images - (SELECT count(*) FROM images WHERE number = old.number AND deleted_at IS NULL) WHERE collection_id = old.collection_id;
END;

CREATE TRIGGER images_collected_hidden AFTER UPDATE OF deleted_at ON images
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  UPDATE collection_counts SET images = images + iif(new.deleted_at IS NULL, 1, -1)
  WHERE collection_id IN (SELECT collection_id FROM collected WHERE number = new.number);
END;

CREATE TRIGGER images_collected_gone BEFORE DELETE ON images BEGIN
  DELETE FROM collected WHERE number = old.number;
END;

CREATE TRIGGER collections_gone AFTER DELETE ON collections BEGIN
  DELETE FROM collection_counts WHERE collection_id = old.id;
END;

CREATE TABLE library_moves (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  -- whether new images are saved in the target: the person may choose another folder later
  begun INTEGER NOT NULL DEFAULT 0,
  step TEXT NOT NULL,
  paused INTEGER NOT NULL DEFAULT 0,
  images INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- number of the last image that was looked at
  reached INTEGER NOT NULL DEFAULT 0,
  done_images INTEGER NOT NULL DEFAULT 0,
  done_bytes INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  other_files INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE moved_files (
  number INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  file TEXT NOT NULL,
  placed TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  -- 0: an equal file was there before
  made INTEGER NOT NULL,
  -- moved, or unread
  state TEXT NOT NULL
) STRICT;

CREATE INDEX moved_files_placed ON moved_files (placed);

CREATE INDEX moved_files_item ON moved_files (job_id, position);

CREATE INDEX moved_files_sha256 ON moved_files (sha256);

CREATE INDEX moved_files_unread ON moved_files (number) WHERE state = 'unread';

CREATE INDEX images_outside ON images (number, outside) WHERE outside IS NOT NULL;

CREATE INDEX images_pictured ON images (number) WHERE outside = 'changed' OR picture <> 0;

CREATE INDEX images_file ON images (file);

CREATE INDEX images_discarded ON images (number) WHERE discarded_at IS NOT NULL;

CREATE INDEX collected_changes_in_order ON collected_changes (press, before, number);

CREATE INDEX images_facts ON images (number, model, connection_name, width, height, mode);

CREATE INDEX images_bytes ON images (bytes, sha256);

CREATE TABLE bringing (
  id INTEGER PRIMARY KEY,
  -- listing: its files are still being noted, so a restart forgets it
  state TEXT NOT NULL CHECK (state IN ('listing', 'running', 'ended')),
  total INTEGER NOT NULL,
  brought INTEGER NOT NULL,
  known INTEGER NOT NULL
, leaves INTEGER NOT NULL DEFAULT 0 CHECK (leaves IN (0, 1))) STRICT;

CREATE TABLE bringing_files (
  number INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  -- names the image to be, so that it is recognised after a kill
  job_id TEXT NOT NULL UNIQUE,
  problem TEXT
) STRICT;

CREATE INDEX bringing_left ON bringing_files (number) WHERE problem IS NULL;

CREATE INDEX bringing_failed ON bringing_files (number) WHERE problem IS NOT NULL;

CREATE TABLE export_recipes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folder TEXT,
  settings_json TEXT NOT NULL
) STRICT;

CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  -- listing: its files are still being noted, so a restart forgets it
  state TEXT NOT NULL CHECK (state IN ('listing', 'running', 'ended')),
  paused INTEGER NOT NULL DEFAULT 0,
  recipe_id TEXT NOT NULL,
  folder TEXT NOT NULL,
  settings_json TEXT NOT NULL,
  total INTEGER NOT NULL,
  written INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0
, manifest TEXT, zip TEXT, zip_images TEXT NOT NULL DEFAULT '', zip_contents TEXT NOT NULL DEFAULT '', zip_replaces INTEGER NOT NULL DEFAULT 0, zip_placed INTEGER NOT NULL DEFAULT 0, hidden_texts INTEGER NOT NULL DEFAULT 0, unchanged INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE export_files (
  number INTEGER PRIMARY KEY,
  image_id TEXT NOT NULL,
  -- inside the destination
  path TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'written', 'failed')),
  -- why it couldn't be written
  error_json TEXT,
  code TEXT
, source TEXT NOT NULL DEFAULT '', replaces INTEGER NOT NULL DEFAULT 0, export_id TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX export_files_state ON export_files (state, number);

CREATE INDEX export_files_failed ON export_files (code, number) WHERE state = 'failed';

CREATE TABLE exported (
  recipe_id TEXT NOT NULL,
  folder TEXT NOT NULL,
  image_id TEXT NOT NULL,
  source TEXT NOT NULL,
  -- how it was written
  settings TEXT NOT NULL,
  path TEXT NOT NULL,
  -- of the file as it was left, in bytes and microseconds
  bytes INTEGER NOT NULL,
  file_time INTEGER NOT NULL,
  change_time INTEGER NOT NULL,
  -- null if it isn't known
  sha256 TEXT, sidecar_json TEXT,
  PRIMARY KEY (recipe_id, folder, image_id)
) STRICT;

CREATE INDEX images_stack ON images (stack, number);

CREATE TABLE recorded_batches (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE export_batches (
  number INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL,
  recipe_id TEXT NOT NULL,
  UNIQUE (batch_id, recipe_id)
) STRICT;

CREATE TRIGGER batches_to_export AFTER UPDATE OF notified_at ON batches
WHEN OLD.notified_at IS NULL AND NEW.notified_at IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO export_batches (batch_id, recipe_id)
  SELECT NEW.id, export_recipes.id FROM export_recipes
  WHERE folder IS NOT NULL AND iif(json_valid(settings_json), settings_json ->> '$.finishedBatches', 0)
  ORDER BY export_recipes.id;
END;

CREATE TRIGGER batches_to_export_again AFTER UPDATE OF jobs ON job_counts
WHEN NEW.stage IN ('waiting', 'running') AND NEW.jobs = 0 AND OLD.jobs > 0
BEGIN
  INSERT INTO export_batches (batch_id, recipe_id)
  SELECT batches.id, export_recipes.id FROM batches JOIN export_recipes
  WHERE batches.id = NEW.batch_id AND notified_at IS NOT NULL
    AND folder IS NOT NULL AND iif(json_valid(settings_json), settings_json ->> '$.finishedBatches', 0)
    AND NOT EXISTS (SELECT 1 FROM export_batches WHERE batch_id = batches.id AND recipe_id = export_recipes.id)
  ORDER BY export_recipes.id;
END;

CREATE TABLE exported_zips (
  recipe_id TEXT NOT NULL,
  folder TEXT NOT NULL,
  path TEXT NOT NULL,
  images TEXT NOT NULL,
  -- empty if something is missing in it
  contents TEXT NOT NULL,
  -- of the file as it was left, in bytes and microseconds
  bytes INTEGER NOT NULL,
  file_time INTEGER NOT NULL,
  change_time INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (recipe_id, folder, path)
) STRICT;

CREATE INDEX images_left ON images (number) WHERE (file GLOB '/*' OR instr(file, char(92)) > 0);

CREATE INDEX images_trashed ON images (placed_at DESC, job_id DESC, position, bytes, file)
WHERE deleted_at IS NOT NULL AND discarded_at IS NULL;

CREATE INDEX images_with_unread_credentials ON images (number)
WHERE credentials IS NULL AND deleted_at IS NULL;

CREATE TABLE found_images (
  job_id TEXT NOT NULL REFERENCES jobs (id),
  position INTEGER NOT NULL CHECK (position >= 0),
  -- where it was fetched; NULL if its bytes came in the answer
  url TEXT,
  -- file in the profile's spool; NULL until it was fetched
  spool_file TEXT,
  -- named: to be fetched; offered: the user may say what it is; dropped: nothing came of its address
  state TEXT NOT NULL CHECK (state IN ('named', 'offered', 'taken', 'refused', 'dropped')),
  -- 1 while the user is asked about it; otherwise it is only kept
  asked INTEGER NOT NULL DEFAULT 0,
  -- the item that it became
  item INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER,
  PRIMARY KEY (job_id, position)
) STRICT;

CREATE INDEX found_images_named ON found_images (job_id) WHERE state = 'named';

CREATE TRIGGER attempts_counted AFTER INSERT ON attempts BEGIN
  INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), json_extract(jobs.request_json, '$.model', '$.size', '$.n'), NULL), ''), CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
END;

CREATE TRIGGER attempts_recounted AFTER UPDATE OF outcome ON attempts
WHEN old.outcome IS NOT new.outcome BEGIN
  INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), json_extract(jobs.request_json, '$.model', '$.size', '$.n'), NULL), ''), CASE
    WHEN old.outcome = 'accepted' THEN jobs.billed
    WHEN old.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, -1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
  INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), json_extract(jobs.request_json, '$.model', '$.size', '$.n'), NULL), ''), CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
END;

CREATE TRIGGER jobs_billed_anew AFTER UPDATE OF billed, images ON jobs
WHEN old.billed <> new.billed OR new.images > old.images BEGIN
  INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), json_extract(jobs.request_json, '$.model', '$.size', '$.n'), NULL), ''), CASE
    WHEN attempts.outcome = 'accepted' THEN old.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, -1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.job_id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
  UPDATE attempts SET price = max(price, round(image_price * new.images, 4))
  WHERE job_id = new.id AND image_price IS NOT NULL
    AND number = (SELECT max(number) FROM attempts WHERE job_id = new.id);
  INSERT INTO request_counts (batch_id, quarter, priced, billed, price, requests)
  SELECT jobs.batch_id, attempts.started_at / 900000, coalesce(iif(json_valid(jobs.request_json), json_extract(jobs.request_json, '$.model', '$.size', '$.n'), NULL), ''), CASE
    WHEN attempts.outcome = 'accepted' THEN jobs.billed
    WHEN attempts.outcome IN ('unsent', 'limited', 'refused') THEN 'no'
    ELSE 'maybe' END, attempts.price, 1 * count(*)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id WHERE attempts.job_id = new.id GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests;
END;

CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN
  INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
  VALUES (new.batch_id, coalesce(iif(json_valid(new.request_json), json_extract(new.request_json, '$.model', '$.size', '$.n'), NULL), ''), new.mode, CASE
    WHEN new.state = 'uncertain' OR new.attention_json IS NOT NULL THEN 'needsYou'
    WHEN new.state = 'queued' THEN 'waiting'
    WHEN new.state = 'running' AND new.waiting_stopped THEN 'stopped'
    WHEN new.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END, new.retried, 1)
  ON CONFLICT DO UPDATE SET jobs = jobs + 1;
  INSERT INTO waiting_counts (batch_id, block, priced, jobs)
  SELECT new.batch_id, new.rowid >> 10, coalesce(iif(json_valid(new.request_json), json_extract(new.request_json, '$.model', '$.size', '$.n'), NULL), ''), 1 WHERE new.state = 'queued'
  ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;

CREATE TRIGGER jobs_recounted AFTER UPDATE OF batch_id, state, attention_json, settled_at, waiting_stopped, retried ON jobs
WHEN old.batch_id <> new.batch_id OR old.retried <> new.retried OR CASE
    WHEN old.state = 'uncertain' OR old.attention_json IS NOT NULL THEN 'needsYou'
    WHEN old.state = 'queued' THEN 'waiting'
    WHEN old.state = 'running' AND old.waiting_stopped THEN 'stopped'
    WHEN old.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END <> CASE
    WHEN new.state = 'uncertain' OR new.attention_json IS NOT NULL THEN 'needsYou'
    WHEN new.state = 'queued' THEN 'waiting'
    WHEN new.state = 'running' AND new.waiting_stopped THEN 'stopped'
    WHEN new.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END
BEGIN
  INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
  VALUES (old.batch_id, coalesce(iif(json_valid(old.request_json), json_extract(old.request_json, '$.model', '$.size', '$.n'), NULL), ''), old.mode, CASE
    WHEN old.state = 'uncertain' OR old.attention_json IS NOT NULL THEN 'needsYou'
    WHEN old.state = 'queued' THEN 'waiting'
    WHEN old.state = 'running' AND old.waiting_stopped THEN 'stopped'
    WHEN old.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END, old.retried, -1)
  ON CONFLICT DO UPDATE SET jobs = jobs + -1;
  INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
  VALUES (new.batch_id, coalesce(iif(json_valid(new.request_json), json_extract(new.request_json, '$.model', '$.size', '$.n'), NULL), ''), new.mode, CASE
    WHEN new.state = 'uncertain' OR new.attention_json IS NOT NULL THEN 'needsYou'
    WHEN new.state = 'queued' THEN 'waiting'
    WHEN new.state = 'running' AND new.waiting_stopped THEN 'stopped'
    WHEN new.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN new.state = 'failed' AND new.settled_at IS NOT NULL THEN 'settled'
    ELSE new.state END, new.retried, 1)
  ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;

CREATE TRIGGER jobs_waiting_recounted AFTER UPDATE OF batch_id, state ON jobs
WHEN (old.state = 'queued') <> (new.state = 'queued') OR old.batch_id <> new.batch_id
BEGIN
  INSERT INTO waiting_counts (batch_id, block, priced, jobs)
  SELECT old.batch_id, old.rowid >> 10, coalesce(iif(json_valid(old.request_json), json_extract(old.request_json, '$.model', '$.size', '$.n'), NULL), ''), -1 WHERE old.state = 'queued'
  ON CONFLICT DO UPDATE SET jobs = jobs + -1;
  INSERT INTO waiting_counts (batch_id, block, priced, jobs)
  SELECT new.batch_id, new.rowid >> 10, coalesce(iif(json_valid(new.request_json), json_extract(new.request_json, '$.model', '$.size', '$.n'), NULL), ''), 1 WHERE new.state = 'queued'
  ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;

CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  INSERT INTO job_counts (batch_id, priced, mode, stage, retried, jobs)
  VALUES (old.batch_id, coalesce(iif(json_valid(old.request_json), json_extract(old.request_json, '$.model', '$.size', '$.n'), NULL), ''), old.mode, CASE
    WHEN old.state = 'uncertain' OR old.attention_json IS NOT NULL THEN 'needsYou'
    WHEN old.state = 'queued' THEN 'waiting'
    WHEN old.state = 'running' AND old.waiting_stopped THEN 'stopped'
    WHEN old.state IN ('sending', 'running', 'saving') THEN 'running'
    WHEN old.state = 'failed' AND old.settled_at IS NOT NULL THEN 'settled'
    ELSE old.state END, old.retried, -1)
  ON CONFLICT DO UPDATE SET jobs = jobs + -1;
  INSERT INTO waiting_counts (batch_id, block, priced, jobs)
  SELECT old.batch_id, old.rowid >> 10, coalesce(iif(json_valid(old.request_json), json_extract(old.request_json, '$.model', '$.size', '$.n'), NULL), ''), -1 WHERE old.state = 'queued'
  ON CONFLICT DO UPDATE SET jobs = jobs + -1;
END;

INSERT INTO queue_state (id, paused, confirmed_at, cleared_at) VALUES (1, 0, 0, 0);

INSERT INTO images_text (images_text, rank) VALUES ('automerge', 0);

INSERT INTO images_short (images_short, rank) VALUES ('automerge', 0);
`
