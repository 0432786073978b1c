import type { Migration } from './migration'

/** The result of an export says what it didn't write, because it was there already or its name was taken. */
export const exportsLeft: Migration = {
  version: 41,
  name: 'exportsLeft',
  sql: `
-- besides its files: there already, as the recipe left them, and left out because a file there has their name
ALTER TABLE exports ADD COLUMN unchanged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE exports ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
`,
}
