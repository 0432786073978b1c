import type { Migration } from './migration'

/** Trouble with a key holds a connection in one run only: one that is stored would outlast its cause. */
export const keyHolds: Migration = {
  version: 36,
  name: 'keyHolds',
  sql: `
UPDATE connections SET hold_json = NULL
WHERE json_valid(hold_json) AND hold_json ->> '$.error.code' IN ('keyMissing', 'keychainLocked');
`,
}
