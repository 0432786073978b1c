import type { Migration } from './migration'

/** Favourites and notes. */
export const seventeenth: Migration = {
  version: 17,
  name: 'seventeenth',
  sql: `
ALTER TABLE images ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1));
DROP INDEX images_marked;
CREATE INDEX images_marked ON images (number, flag, rating, favourite)
WHERE flag IS NOT NULL OR rating > 0 OR favourite = 1;

-- what the person wrote about it; the index has the text too, because searching reads all notes
ALTER TABLE images ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE INDEX images_noted ON images (number, note) WHERE note <> '';
`,
}
