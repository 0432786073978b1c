import type { Migration } from './migration'

/** What each recipe wrote where, and what of it is replaced. */
export const twentyFifth: Migration = {
  version: 25,
  name: 'twentyFifth',
  sql: `
-- which bytes of the image are exported, as the ledger names them
ALTER TABLE export_files ADD COLUMN source TEXT NOT NULL DEFAULT '';
-- the file there is ours, and was unchanged when it was planned
ALTER TABLE export_files ADD COLUMN replaces INTEGER NOT NULL DEFAULT 0;

-- what was written: one file for each image of a recipe in a destination
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
  sha256 TEXT,
  PRIMARY KEY (recipe_id, folder, image_id)
) STRICT;
`,
}
