import type { Migration } from './migration'

/** Images that were made elsewhere. Their `mode` is empty, and so are their connection and its name. */
export const twentyThird: Migration = {
  version: 23,
  name: 'twentyThird',
  sql: `
-- what its file says about itself; null for an image that was made here
ALTER TABLE images ADD COLUMN brought_json TEXT;
DROP INDEX images_facts;
CREATE INDEX images_facts ON images (number, model, connection_name, width, height, mode);
-- whether a file is in the library already
CREATE INDEX images_bytes ON images (bytes, sha256);

-- what is being brought in, or its result until that is dismissed: the last one counts
CREATE TABLE bringing (
  id INTEGER PRIMARY KEY,
  -- listing: its files are still being noted, so a restart forgets it
  state TEXT NOT NULL CHECK (state IN ('listing', 'running', 'ended')),
  total INTEGER NOT NULL,
  brought INTEGER NOT NULL,
  known INTEGER NOT NULL
) STRICT;
-- files that are still to come, and those that couldn't be brought in
CREATE TABLE bringing_files (
  number INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  -- names the image to be, so that it is recognised after a kill
  job_id TEXT NOT NULL UNIQUE,
  problem TEXT
) STRICT;
CREATE INDEX bringing_left ON bringing_files (number) WHERE problem IS NULL;
CREATE INDEX bringing_failed ON bringing_files (number) WHERE problem IS NOT NULL;
`,
}
