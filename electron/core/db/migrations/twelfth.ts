import type { Migration } from './migration'

/** What the gallery is searched and sorted by, and which images were ever opened. */
export const twelfth: Migration = {
  version: 12,
  name: 'twelfth',
  sql: `
-- runs of one and two characters of the texts of each image, as words of four characters each; complete up to its
-- highest rowid, the number of an image. It is merged with each change of it.
CREATE VIRTUAL TABLE images_short USING fts5 (
  grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii'
);
INSERT INTO images_short (images_short, rank) VALUES ('automerge', 0);
CREATE TRIGGER images_short_delete AFTER DELETE ON images BEGIN
  DELETE FROM images_short WHERE rowid = old.number;
END;

-- milliseconds since the epoch: when the person first opened it; null if never
ALTER TABLE images ADD COLUMN seen_at INTEGER;
CREATE INDEX images_seen ON images (number) WHERE seen_at IS NOT NULL;

CREATE INDEX images_facts ON images (number, model, connection_name, width, height);
CREATE INDEX images_name ON images (substr(prompt, 1, 40) COLLATE NOCASE);
`,
}
