import type { Migration } from './migration'

/** What the person thinks of an image. */
export const sixteenth: Migration = {
  version: 16,
  name: 'sixteenth',
  sql: `
-- null: neither kept nor rejected
ALTER TABLE images ADD COLUMN flag TEXT CHECK (flag IN ('kept', 'rejected'));
-- stars; 0 for none
ALTER TABLE images ADD COLUMN rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5);
CREATE INDEX images_marked ON images (number, flag, rating) WHERE flag IS NOT NULL OR rating > 0;

-- 1 while its record in the library doesn't have these marks yet
ALTER TABLE images ADD COLUMN unrecorded INTEGER NOT NULL DEFAULT 0 CHECK (unrecorded IN (0, 1));
CREATE INDEX images_unrecorded ON images (number) WHERE unrecorded = 1;
`,
}
