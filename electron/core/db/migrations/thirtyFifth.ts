import type { Migration } from './migration'

/** How many images lose their Content Credentials is said before an export. */
export const thirtyFifth: Migration = {
  version: 35,
  name: 'thirtyFifth',
  sql: `
-- 1 if its file has them, 0 if it hasn't, null until it was looked at
ALTER TABLE images ADD COLUMN credentials INTEGER;
CREATE INDEX images_with_unread_credentials ON images (number)
WHERE credentials IS NULL AND deleted_at IS NULL;
`,
}
