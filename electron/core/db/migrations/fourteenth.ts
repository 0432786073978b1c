import type { Migration } from './migration'

/** The text of images is searched as it is folded: by case, width and accents, which SQLite can't do on its own. */
export const fourteenth: Migration = {
  version: 14,
  name: 'fourteenth',
  sql: `
DROP TRIGGER images_text_insert;
DROP TRIGGER images_text_delete;
DROP TRIGGER images_short_delete;
DROP TABLE images_text;

-- the texts of each image, folded; complete up to the highest rowid of images_short. It is merged with each change of it.
CREATE VIRTUAL TABLE images_text USING fts5 (
  prompt, revised_prompt, model, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO images_text (images_text, rank) VALUES ('automerge', 0);
-- indexed again from folded texts
INSERT INTO images_short (images_short) VALUES ('delete-all');

CREATE TRIGGER images_unindexed AFTER DELETE ON images BEGIN
  DELETE FROM images_text WHERE rowid = old.number;
  DELETE FROM images_short WHERE rowid = old.number;
END;
`,
}
