import type { Migration } from './migration'

/** Batches that are done, and that recipes still have to export. */
export const twentyNinth: Migration = {
  version: 29,
  name: 'twentyNinth',
  sql: `
CREATE TABLE export_batches (
  number INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL,
  recipe_id TEXT NOT NULL,
  UNIQUE (batch_id, recipe_id)
) STRICT;

-- with the commit that calls a batch done, so that no kill comes between
CREATE TRIGGER batches_to_export AFTER UPDATE OF notified_at ON batches
WHEN OLD.notified_at IS NULL AND NEW.notified_at IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO export_batches (batch_id, recipe_id)
  SELECT NEW.id, export_recipes.id FROM export_recipes
  WHERE folder IS NOT NULL AND iif(json_valid(settings_json), settings_json ->> '$.finishedBatches', 0)
  ORDER BY export_recipes.id;
END;
`,
}
