import type { Migration } from './migration'

/** Where an export writes the list of its files. */
export const twentyEighth: Migration = {
  version: 28,
  name: 'twentyEighth',
  sql: `
-- inside the destination; null for none
ALTER TABLE exports ADD COLUMN manifest TEXT;
`,
}
