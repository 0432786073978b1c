import type { Migration } from './migration'

/** Files that an export wrote beside its images are in the ledger, too. */
export const thirtyFirst: Migration = {
  version: 31,
  name: 'thirtyFirst',
  sql: `
-- the file with the image's description as it was left, as WrittenFile of core/export/ledger; null if there is none
ALTER TABLE exported ADD COLUMN sidecar_json TEXT;
`,
}
