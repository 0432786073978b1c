import type { Migration } from './migration'

/** The images of a job are together in the gallery, in their order, whichever came first. */
export const sixth: Migration = {
  version: 6,
  name: 'sixth',
  sql: `
-- when the first image of its job was saved: all of them stand there
ALTER TABLE images ADD COLUMN placed_at INTEGER NOT NULL DEFAULT 0;
UPDATE images SET placed_at =
  (SELECT min(created_at) FROM images AS sibling WHERE sibling.job_id = images.job_id);
CREATE TRIGGER images_placed AFTER INSERT ON images BEGIN
  UPDATE images SET placed_at = min(new.created_at, coalesce(
    (SELECT min(placed_at) FROM images AS sibling
      WHERE sibling.job_id = new.job_id AND sibling.number <> new.number), new.created_at))
  WHERE job_id = new.job_id;
END;
DROP INDEX images_newest;
CREATE INDEX images_newest ON images (placed_at DESC, job_id DESC, position) WHERE deleted_at IS NULL;
DROP INDEX images_batch;
CREATE INDEX images_batch ON images (batch_id, placed_at DESC, job_id DESC, position)
  WHERE deleted_at IS NULL;
`,
}
