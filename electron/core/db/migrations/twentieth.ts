import type { Migration } from './migration'

/** What became of images' files outside of Cyanotype. */
export const twentieth: Migration = {
  version: 20,
  name: 'twentieth',
  sql: `
-- null: its file is in its place, with the bytes that came, as far as the last check saw
ALTER TABLE images ADD COLUMN outside TEXT CHECK (outside IN ('changed', 'missing'));
CREATE INDEX images_outside ON images (number, outside) WHERE outside IS NOT NULL;

-- the file's own time when its bytes were last read, in milliseconds since the epoch; null while they are as saved
ALTER TABLE images ADD COLUMN file_time INTEGER;
-- which picture the thumbnails show: 0 for the one that came, otherwise the time of the file that was changed
ALTER TABLE images ADD COLUMN picture INTEGER NOT NULL DEFAULT 0;
CREATE INDEX images_pictured ON images (number) WHERE outside = 'changed' OR picture <> 0;

CREATE INDEX images_file ON images (file);
`,
}
