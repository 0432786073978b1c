import type { Migration } from './migration'

/** Which origins inside the network a connection's images may come from; images that are too large to be shown. */
export const fifth: Migration = {
  version: 5,
  name: 'fifth',
  sql: `
-- those the person allowed
ALTER TABLE connections ADD COLUMN allowed_origins_json TEXT NOT NULL DEFAULT '[]';
-- whether the service itself lies inside, by its origin, once that was found; and the origins that were not allowed
ALTER TABLE connections ADD COLUMN origins_json TEXT NOT NULL DEFAULT '{"inside":{},"declined":[]}';
-- 0: decoding it would take more memory than a picture may; its file was saved as it came and is never tried again
ALTER TABLE images ADD COLUMN decoded INTEGER NOT NULL DEFAULT 1;
`,
}
