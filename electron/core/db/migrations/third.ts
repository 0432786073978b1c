import type { Migration } from '../migration'
import { counts } from './counts'

/** New for composing: stored prompts, batches from a table, batches as objects of their own. */
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
${counts}`,
}
