import type { Migration } from './migration'

/** Exports by several recipes: each has a row, and each file is of one of them. */
export const thirtyFourth: Migration = {
  version: 34,
  name: 'thirtyFourth',
  sql: `
ALTER TABLE export_files ADD COLUMN export_id TEXT NOT NULL DEFAULT '';
DELETE FROM exports WHERE id <> (SELECT max(id) FROM exports);
UPDATE export_files SET export_id = coalesce((SELECT id FROM exports), '');
`,
}
