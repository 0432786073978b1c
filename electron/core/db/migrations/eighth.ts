import type { Migration } from './migration'

/** What the person's last commands changed, row by row, so that each can be taken back. */
export const eighth: Migration = {
  version: 8,
  name: 'eighth',
  sql: `
-- rows that a command changed, by the number of its press; those of earlier runs are forgotten
CREATE TABLE press_rows (
  number INTEGER PRIMARY KEY,
  press INTEGER NOT NULL,
  -- the job may be gone since
  job_id TEXT NOT NULL,
  -- how it was before, and how the command left it, in the words of that command
  before_json TEXT NOT NULL,
  after_json TEXT NOT NULL,
  -- of a cancelled request: what the same request is known by if it is queued anew
  same TEXT,
  -- 0 once it was taken back, or queued anew
  stands INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX press_rows_press ON press_rows (press, number);
CREATE INDEX press_rows_job ON press_rows (job_id);
CREATE INDEX press_rows_same ON press_rows (same, number) WHERE stands AND same IS NOT NULL;
`,
}
