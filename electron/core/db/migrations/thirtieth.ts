import type { Migration } from './migration'

/** A batch that had ended, and ends once more after a retry, is exported again. */
export const thirtieth: Migration = {
  version: 30,
  name: 'thirtieth',
  sql: `
-- with the commit that leaves no job waiting, or none under way: it isn't taken up before there is neither
CREATE TRIGGER batches_to_export_again AFTER UPDATE OF jobs ON job_counts
WHEN NEW.stage IN ('waiting', 'running') AND NEW.jobs = 0 AND OLD.jobs > 0
BEGIN
  INSERT INTO export_batches (batch_id, recipe_id)
  SELECT batches.id, export_recipes.id FROM batches JOIN export_recipes
  WHERE batches.id = NEW.batch_id AND notified_at IS NOT NULL
    AND folder IS NOT NULL AND iif(json_valid(settings_json), settings_json ->> '$.finishedBatches', 0)
    AND NOT EXISTS (SELECT 1 FROM export_batches WHERE batch_id = batches.id AND recipe_id = export_recipes.id)
  ORDER BY export_recipes.id;
END;
`,
}
