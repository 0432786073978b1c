import type { Migration } from './migration'

/** Exports into a ZIP. */
export const thirtySecond: Migration = {
  version: 32,
  name: 'thirtySecond',
  sql: `
-- inside the destination; null for files in folders
ALTER TABLE exports ADD COLUMN zip TEXT;
-- which images it is of, and all that goes into it
ALTER TABLE exports ADD COLUMN zip_images TEXT NOT NULL DEFAULT '';
ALTER TABLE exports ADD COLUMN zip_contents TEXT NOT NULL DEFAULT '';
-- the file there is ours
ALTER TABLE exports ADD COLUMN zip_replaces INTEGER NOT NULL DEFAULT 0;
-- images in the one that has its name
ALTER TABLE exports ADD COLUMN zip_placed INTEGER NOT NULL DEFAULT 0;

-- what was written: the ZIPs of a recipe in a destination
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
`,
}
