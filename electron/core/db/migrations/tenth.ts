import type { Migration } from './migration'

/** What something else replaced in the form can be put back, also after a restart. */
export const tenth: Migration = {
  version: 10,
  name: 'tenth',
  sql: `
-- drafts that were replaced, whatever their connection: the higher the number the newer
CREATE TABLE replaced_drafts (
  number INTEGER PRIMARY KEY,
  draft_json TEXT NOT NULL,
  -- how its prompt begins
  opening TEXT NOT NULL,
  -- milliseconds since the epoch
  replaced_at INTEGER NOT NULL
) STRICT;
`,
}
