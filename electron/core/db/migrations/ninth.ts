import type { Migration } from './migration'

/** Fields that a service takes besides those of its documentation. */
export const ninth: Migration = {
  version: 9,
  name: 'ninth',
  sql: `
-- extra fields of every request, as typed, by its mode
ALTER TABLE connections ADD COLUMN extra_json TEXT NOT NULL DEFAULT '{"background":[],"direct":[]}';
-- waiting jobs with extra fields, which may cost more than the price of their model
CREATE INDEX jobs_waiting_extra ON jobs (connection_id, batch_id) WHERE state = 'queued' AND iif(json_valid(request_json),
  coalesce(request_json ->> '$.extra[0]', request_json ->> '$.connectionExtra[0]') IS NOT NULL, FALSE);
`,
}
