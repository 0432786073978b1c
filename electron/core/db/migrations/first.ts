import type { Migration } from './migration'

/**
 * The tables of the first version. Times are milliseconds since the epoch; flags are 0 or 1. JSON columns end in
 * `_json` and hold what the schemas of `shared/model` describe.
 */
export const first: Migration = {
  version: 1,
  name: 'first',
  sql: `
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
) STRICT;

-- every account this profile may have in the keychain, so that none is left behind there;
-- written before the key is kept, removed after it is gone
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
) STRICT;

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
) STRICT;
CREATE INDEX jobs_waiting ON jobs (connection_id, mode, position, id) WHERE state = 'queued';
CREATE INDEX jobs_heads ON jobs (batch_id, position) WHERE state = 'queued';
CREATE INDEX jobs_postponed ON jobs (not_before) WHERE state = 'queued' AND not_before IS NOT NULL;
CREATE INDEX jobs_state ON jobs (state, connection_id);
CREATE INDEX jobs_attention ON jobs (id) WHERE attention_json IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (ended_at, id) WHERE ended_at IS NOT NULL;
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
  download_not_before INTEGER,
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
  error_json TEXT,
  UNIQUE (job_id, number)
) STRICT;

CREATE TABLE queue_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  paused INTEGER NOT NULL
) STRICT;
INSERT INTO queue_state (id, paused) VALUES (1, 0);

-- every folder that was the library: an image is looked for in each, the one used last first
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
  deleted_at INTEGER,
  UNIQUE (job_id, position)
) STRICT;
CREATE INDEX images_newest ON images (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX images_deleted ON images (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE VIRTUAL TABLE images_text USING fts5 (
  prompt, revised_prompt, model, content = 'images', content_rowid = 'number', tokenize = 'trigram'
);
CREATE TRIGGER images_text_insert AFTER INSERT ON images BEGIN
  INSERT INTO images_text (rowid, prompt, revised_prompt, model)
  VALUES (new.number, new.prompt, new.revised_prompt, new.model);
END;
CREATE TRIGGER images_text_delete AFTER DELETE ON images BEGIN
  INSERT INTO images_text (images_text, rowid, prompt, revised_prompt, model)
  VALUES ('delete', old.number, old.prompt, old.revised_prompt, old.model);
END;
`,
}
