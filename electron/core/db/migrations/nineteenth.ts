import type { Migration } from './migration'

/** The move of a library to another folder. */
export const nineteenth: Migration = {
  version: 19,
  name: 'nineteenth',
  sql: `
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

-- images whose original and copy both exist, or that can't be read
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
`,
}
