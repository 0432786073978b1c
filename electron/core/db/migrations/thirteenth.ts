import type { Migration } from './migration'

/** What a tile shows before its picture is there. */
export const thirteenth: Migration = {
  version: 13,
  name: 'thirteenth',
  sql: `
-- base64 of a thumbhash, about 25 bytes; null until a thumbnail was made
ALTER TABLE images ADD COLUMN placeholder TEXT;
CREATE INDEX images_without_placeholder ON images (number)
WHERE placeholder IS NULL AND decoded = 1 AND deleted_at IS NULL;
`,
}
