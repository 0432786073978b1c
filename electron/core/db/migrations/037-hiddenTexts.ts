import type { Migration } from './migration'

/** The result of an export says how many of its originals hide a text in their pixels. */
export const hiddenTexts: Migration = {
  version: 37,
  name: 'hiddenTexts',
  sql: `
-- of those written, originals whose pixels hide a text, though what they say was removed
ALTER TABLE exports ADD COLUMN hidden_texts INTEGER NOT NULL DEFAULT 0;
`,
}
