import type { Migration } from './migration'

/** What answers hold beside what was read in them, and the places in answers that the user taught a connection. */
export const foundImages: Migration = {
  version: 39,
  name: 'foundImages',
  sql: `
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

-- places in its answers that the user taught
ALTER TABLE connections ADD COLUMN taught_json TEXT NOT NULL DEFAULT '[]';

-- the last answer about its task that said that it is done and held no image
ALTER TABLE attempts ADD COLUMN polled_json TEXT;
`,
}
