import type { Migration } from './migration'

const finished = (row: string): string => `${row}.ended_at IS NOT NULL AND ${row}.attention_json IS NULL`
const endedAs = (row: string): string => `CASE
    WHEN ${row}.state = 'failed' AND ${row}.retried THEN 'retried'
    WHEN ${row}.state = 'failed' AND ${row}.settled_at IS NOT NULL THEN 'settled'
    ELSE ${row}.state END`
const savedItems = (row: string): string =>
  `(SELECT count(*) FROM items WHERE items.job_id = ${row}.id AND items.state = 'saved')`

const countEnd = (row: string, change: 1 | -1): string => `
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT ${row}.batch_id, ${row}.ended_at / 900000, ${endedAs(row)}, ${change}, ${change} * ${row}.images,
    ${change} * ${savedItems(row)}
  WHERE ${finished(row)}
  ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs, images = images + excluded.images, saved = saved + excluded.saved;`

const countSaved = (row: string, change: string): string => `
  INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
  SELECT batch_id, ended_at / 900000, ${endedAs('jobs')}, 0, 0, ${change} FROM jobs
  WHERE jobs.id = ${row}.job_id AND ${finished('jobs')}
  ON CONFLICT DO UPDATE SET saved = saved + excluded.saved;`

/** The newest end of a batch can only get later by a job that ended. */
const laterEnd = `
  INSERT INTO batch_ends (batch_id, ended_at) SELECT new.batch_id, new.ended_at WHERE ${finished('new')}
  ON CONFLICT DO UPDATE SET ended_at = excluded.ended_at WHERE excluded.ended_at > ended_at;`
/** Whether the newest end of the batch was that of this job. */
const wasNewest = `${finished('old')}
  AND old.ended_at = (SELECT ended_at FROM batch_ends WHERE batch_id = old.batch_id)`
/** The one before it is found by an index. */
const earlierEnd = `
  DELETE FROM batch_ends WHERE batch_id = old.batch_id;
  INSERT INTO batch_ends (batch_id, ended_at)
  SELECT batch_id, ended_at FROM jobs
  WHERE batch_id = old.batch_id AND ended_at IS NOT NULL AND attention_json IS NULL
  ORDER BY ended_at DESC, id DESC LIMIT 1;`

/** What finished stands by batch: how the jobs of each ended, counted by triggers, and when the last one did. */
export const eleventh: Migration = {
  version: 11,
  name: 'eleventh',
  sql: `
-- jobs that ended and ask nothing of the person, by the quarter of an hour since the epoch; images: those they were to
-- yield, saved: those that are on disk
CREATE TABLE ended_counts (
  batch_id TEXT NOT NULL,
  quarter INTEGER NOT NULL,
  ended_as TEXT NOT NULL,
  jobs INTEGER NOT NULL,
  images INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  PRIMARY KEY (batch_id, quarter, ended_as)
) STRICT;
-- when the last of them ended, by batch
CREATE TABLE batch_ends (batch_id TEXT PRIMARY KEY, ended_at INTEGER NOT NULL) STRICT;
CREATE INDEX batch_ends_newest ON batch_ends (ended_at DESC, batch_id DESC);
-- those of one batch that ended well, or were cancelled
CREATE INDEX jobs_batch_ended_well ON jobs (batch_id, ended_at DESC, id DESC)
WHERE ended_at IS NOT NULL AND attention_json IS NULL AND NOT (state = 'failed' AND settled_at IS NULL AND NOT retried);

CREATE TRIGGER jobs_end_counted AFTER INSERT ON jobs WHEN ${finished('new')} BEGIN
  ${countEnd('new', 1)}
  ${laterEnd}
END;
CREATE TRIGGER jobs_end_recounted
AFTER UPDATE OF batch_id, state, attention_json, settled_at, retried, ended_at, images ON jobs
WHEN (${finished('old')}) OR (${finished('new')}) BEGIN
  ${countEnd('old', -1)}
  ${countEnd('new', 1)}
  ${laterEnd}
END;
CREATE TRIGGER jobs_end_withdrawn AFTER UPDATE OF batch_id, attention_json, ended_at ON jobs
WHEN ${wasNewest} AND NOT (${finished('new')} AND new.batch_id = old.batch_id AND new.ended_at = old.ended_at) BEGIN
  ${earlierEnd}
END;
CREATE TRIGGER jobs_end_uncounted AFTER DELETE ON jobs WHEN ${finished('old')} BEGIN
  ${countEnd('old', -1)}
END;
CREATE TRIGGER jobs_end_gone AFTER DELETE ON jobs WHEN ${wasNewest} BEGIN
  ${earlierEnd}
END;
CREATE TRIGGER items_end_saved AFTER UPDATE OF state ON items WHEN (old.state = 'saved') <> (new.state = 'saved') BEGIN
  ${countSaved('new', "iif(new.state = 'saved', 1, -1)")}
END;
CREATE TRIGGER items_end_inserted AFTER INSERT ON items WHEN new.state = 'saved' BEGIN
  ${countSaved('new', '1')}
END;
CREATE TRIGGER items_end_deleted AFTER DELETE ON items WHEN old.state = 'saved' BEGIN
  ${countSaved('old', '-1')}
END;
CREATE TRIGGER ended_counts_gone AFTER UPDATE ON ended_counts WHEN new.jobs = 0 BEGIN
  DELETE FROM ended_counts WHERE batch_id = new.batch_id AND quarter = new.quarter AND ended_as = new.ended_as;
END;
CREATE TRIGGER batch_ends_gone AFTER DELETE ON batches BEGIN
  DELETE FROM ended_counts WHERE batch_id = old.id;
  DELETE FROM batch_ends WHERE batch_id = old.id;
END;

INSERT INTO ended_counts (batch_id, quarter, ended_as, jobs, images, saved)
SELECT batch_id, ended_at / 900000, ${endedAs('jobs')}, count(*), sum(images), sum(${savedItems('jobs')})
FROM jobs WHERE ${finished('jobs')} GROUP BY 1, 2, 3;
INSERT INTO batch_ends (batch_id, ended_at)
SELECT batch_id, max(ended_at) FROM jobs WHERE ${finished('jobs')} GROUP BY 1;
`,
}
