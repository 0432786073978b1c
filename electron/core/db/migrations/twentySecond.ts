import type { Migration } from './migration'

/** What a move of images within a collection is about, in the order that they had. */
export const twentySecond: Migration = {
  version: 22,
  name: 'twentySecond',
  sql: `
CREATE INDEX collected_changes_in_order ON collected_changes (press, before, number);
`,
}
