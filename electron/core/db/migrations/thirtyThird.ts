import type { Migration } from './migration'

/** Images that were left where they were: the `file` of such a one is an absolute path. */
export const thirtyThird: Migration = {
  version: 33,
  name: 'thirtyThird',
  sql: `
CREATE INDEX images_left ON images (number) WHERE (file GLOB '/*' OR instr(file, char(92)) > 0);

-- what the trash holds, in its order and in bytes of the library
DROP INDEX images_trashed;
CREATE INDEX images_trashed ON images (placed_at DESC, job_id DESC, position, bytes, file)
WHERE deleted_at IS NOT NULL AND discarded_at IS NULL;

-- whether files that are brought in stay where they are
ALTER TABLE bringing ADD COLUMN leaves INTEGER NOT NULL DEFAULT 0 CHECK (leaves IN (0, 1));
`,
}
