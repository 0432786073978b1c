import type { Migration } from './migration'

/** New in the engine: money, order, manual holds, learned polling. */
export const second: Migration = {
  version: 2,
  name: 'second',
  sql: `
-- money: credits a request of a model costs, the person's own figures, {model: credits}
ALTER TABLE connections ADD COLUMN prices_json TEXT NOT NULL DEFAULT '{}';
-- credits a day at most, null for no limit
ALTER TABLE connections ADD COLUMN daily_cap REAL;
-- the price known when the request was sent; null when none was
ALTER TABLE attempts ADD COLUMN price REAL;
CREATE INDEX attempts_started ON attempts (started_at);
UPDATE connections SET prices_json = '{"aurora-2":2,"aurora-2-fast":1,"sketch-1":0.5}' WHERE kind = 'demo';

-- the person paused the sends of this connection
ALTER TABLE connections ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;

-- jobs queued before this time were confirmed then: milliseconds since the epoch
ALTER TABLE queue_state ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;
-- finished jobs that had ended by this time are no longer listed: milliseconds since the epoch
ALTER TABLE queue_state ADD COLUMN cleared_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX jobs_failed ON jobs (ended_at) WHERE state = 'failed';

-- order: -1 low, 0 normal, 1 high; within it by position
ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN -1 AND 1);
DROP INDEX jobs_waiting;
CREATE INDEX jobs_waiting ON jobs (connection_id, mode, priority DESC, position, id) WHERE state = 'queued';
DROP INDEX jobs_heads;
CREATE INDEX jobs_heads ON jobs (batch_id, priority DESC, position, id) WHERE state = 'queued';

-- how long tasks took, from sent to the end as told by the service; the newest of each model and mode are kept
CREATE TABLE task_durations (
  number INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL REFERENCES connections (id),
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  ms INTEGER NOT NULL CHECK (ms >= 0)
) STRICT;
CREATE INDEX task_durations_of ON task_durations (connection_id, model, mode, number);
`,
}
