import type { Migration } from '../migration'

/** Which hosts inside the network a connection's images may come from; images that are too large to be shown. */
export const fifth: Migration = {
  version: 5,
  name: 'fifth',
  sql: `
-- those the person allowed, as URLs write them with their ports
ALTER TABLE connections ADD COLUMN allowed_hosts_json TEXT NOT NULL DEFAULT '[]';
-- those of the service itself, by its origin, once it is known where it lies; and those the person did not allow
ALTER TABLE connections ADD COLUMN hosts_json TEXT NOT NULL DEFAULT '{"own":{},"declined":[]}';
-- 0: decoding it would take more memory than a picture may; its file was saved as it came and is never tried again
ALTER TABLE images ADD COLUMN decoded INTEGER NOT NULL DEFAULT 1;
`,
}
