import type { Migration } from './migration'

/** Commands on very many rows are written down before they are carried out in parts. */
export const seventh: Migration = {
  version: 7,
  name: 'seventh',
  sql: `
-- commands that aren't finished, oldest first: a kill delays them, it doesn't drop them
CREATE TABLE bulk_commands (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  -- what is left to do, in the words of that kind
  params_json TEXT NOT NULL,
  -- those about the same thing are carried out one after another
  subject TEXT,
  -- rows changed so far, and how many it was about
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  begun_at INTEGER NOT NULL
) STRICT;
`,
}
