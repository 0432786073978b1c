import type { Migration } from './migration'

/** Batches that are only known from the records of their images: they came with a library. */
export const twentySeventh: Migration = {
  version: 27,
  name: 'twentySeventh',
  sql: `
CREATE TABLE recorded_batches (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;
`,
}
