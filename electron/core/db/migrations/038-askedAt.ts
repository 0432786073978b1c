import type { Migration } from './migration'

/** Where a task is asked for: what the answer named, and what a connection's service has shown. */
export const askedAt: Migration = {
  version: 38,
  name: 'askedAt',
  sql: `
-- what the answer named: a path from the service's origin, or an address elsewhere
ALTER TABLE jobs ADD COLUMN ask_at TEXT;
-- 1 while only its form shows that the id is a task's
ALTER TABLE jobs ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0;
-- from the origin, with {id}; null for the interface's own
ALTER TABLE connections ADD COLUMN task_path TEXT;
-- 1 if it was found out, not typed
ALTER TABLE connections ADD COLUMN task_path_learned INTEGER NOT NULL DEFAULT 0;
-- other origins that get the key when a task is asked for there
ALTER TABLE connections ADD COLUMN task_origins_json TEXT NOT NULL DEFAULT '[]';
`,
}
