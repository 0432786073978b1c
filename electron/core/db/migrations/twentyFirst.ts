import type { Migration } from './migration'

/** Deleted images stay in the trash until they are sent on to the system's. */
export const twentyFirst: Migration = {
  version: 21,
  name: 'twentyFirst',
  sql: `
-- when it was sent on; the row hides it until its file is there
ALTER TABLE images ADD COLUMN discarded_at INTEGER;
CREATE INDEX images_discarded ON images (number) WHERE discarded_at IS NOT NULL;
-- what the trash holds, in its order and in bytes
CREATE INDEX images_trashed ON images (placed_at DESC, job_id DESC, position, bytes)
WHERE deleted_at IS NOT NULL AND discarded_at IS NULL;

-- what was deleted is in the trash from now on, and records say so
UPDATE images SET unrecorded = 1 WHERE deleted_at IS NOT NULL;
`,
}
