import type { Migration } from './migration'

/** What the history of a request tells. */
export const fifteenth: Migration = {
  version: 15,
  name: 'fifteenth',
  sql: `
-- how often the task it began was asked about; null while that goes on, for a run that saw only part of it, and before
ALTER TABLE attempts ADD COLUMN polls INTEGER;
`,
}
