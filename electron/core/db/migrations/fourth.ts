import type { Migration } from './migration'

/** Needed after a close review of money and images: entries by identity, final tasks, bounds, damaged rows. */
export const fourth: Migration = {
  version: 4,
  name: 'fourth',
  sql: `
-- the service's own id of the entry an item stands for; null when it named none
ALTER TABLE items ADD COLUMN entry TEXT;
-- 1 while it may be an image that was named before, under another address: the bytes decide
ALTER TABLE items ADD COLUMN again INTEGER NOT NULL DEFAULT 0;

-- since when the task's own status is final while entries are still open: milliseconds since the epoch
ALTER TABLE jobs ADD COLUMN final_at INTEGER;

-- the person cancelled it while it was being sent: when it comes back unsent it is cancelled, not sent once more
ALTER TABLE jobs ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0;

-- images paid for and not on disk: from this many, or this many megabytes, on nothing more is sent
ALTER TABLE connections ADD COLUMN undelivered_images INTEGER NOT NULL DEFAULT 100;
ALTER TABLE connections ADD COLUMN undelivered_megabytes INTEGER NOT NULL DEFAULT 1000;
-- those images: of items that are ready, or whose address expired and is asked for afresh
CREATE INDEX items_undelivered ON items (job_id, spool_file)
WHERE state = 'ready' OR (state = 'pending' AND (url IS NOT NULL OR spool_file IS NOT NULL));
-- whether the proxy resolves names that can't be resolved here: 0 not asked, 1 the person said yes, 2 no
ALTER TABLE connections ADD COLUMN proxy_resolves INTEGER NOT NULL DEFAULT 0;

-- rows that can't be read, set aside so that everything else works: kept as they were
CREATE TABLE damaged_rows (
  number INTEGER PRIMARY KEY,
  table_name TEXT NOT NULL,
  row_json TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  -- when the person had read that there is one: milliseconds since the epoch, null before
  told_at INTEGER
) STRICT;
`,
}
