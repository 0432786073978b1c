import type { Migration } from './migration'

const shown = (number: string): string =>
  `(SELECT count(*) FROM images WHERE number = ${number} AND deleted_at IS NULL)`

/** Collections: an image may be in several, each in an order of its own. */
export const eighteenth: Migration = {
  version: 18,
  name: 'eighteenth',
  sql: `
CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- what a search finds it by
  folded TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- 1: the person removed it, which can be undone until the next start
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX collections_named ON collections (folded) WHERE removed = 0;

-- position: a fraction as hexadecimal digits, so that there is always room between two; they sort as text
CREATE TABLE collected (
  collection_id TEXT NOT NULL REFERENCES collections (id),
  number INTEGER NOT NULL,
  position TEXT NOT NULL,
  PRIMARY KEY (collection_id, number)
) STRICT;
CREATE INDEX collected_in_order ON collected (collection_id, position, number);
CREATE INDEX collected_images ON collected (number);

-- what a press of this run changed, so that it can be taken back; a position is null where the image wasn't in
CREATE TABLE collected_changes (
  press INTEGER NOT NULL,
  number INTEGER NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (press, number)
) STRICT;

-- how many images each shows
CREATE TABLE collection_counts (collection_id TEXT PRIMARY KEY, images INTEGER NOT NULL) STRICT;

CREATE TRIGGER collected_counted AFTER INSERT ON collected BEGIN
  INSERT INTO collection_counts (collection_id, images) VALUES (new.collection_id, ${shown('new.number')})
  ON CONFLICT DO UPDATE SET images = images + excluded.images;
END;
CREATE TRIGGER collected_uncounted AFTER DELETE ON collected BEGIN
  UPDATE collection_counts SET images = images - ${shown('old.number')} WHERE collection_id = old.collection_id;
END;
CREATE TRIGGER images_collected_hidden AFTER UPDATE OF deleted_at ON images
WHEN (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  UPDATE collection_counts SET images = images + iif(new.deleted_at IS NULL, 1, -1)
  WHERE collection_id IN (SELECT collection_id FROM collected WHERE number = new.number);
END;
CREATE TRIGGER images_collected_gone BEFORE DELETE ON images BEGIN
  DELETE FROM collected WHERE number = old.number;
END;
CREATE TRIGGER collections_gone AFTER DELETE ON collections BEGIN
  DELETE FROM collection_counts WHERE collection_id = old.id;
END;
`,
}
