import { countAnew } from './migrations/counts'

/**
 * What a salvage runs last, on the newest schema: a job that was paid for must stay usable when the damage took its
 * batch, its connection or its items, so these are made anew from what the jobs and the ledger still know. A direct
 * job that lost items goes back to where its committed answer is read again. Nothing is sent before the person has
 * looked: the copy of a row that was read may be older than what had been sent since.
 */
export const mendLostParents = `
UPDATE jobs SET retry_of = NULL WHERE retry_of NOT IN (SELECT id FROM jobs);

INSERT INTO connections (
  id, kind, name, base_url, path_prefix, models_json, page_url, full_background, idempotency_key,
  direct_slots, background_slots, polls_per_second, key_id, created_at
)
SELECT
  lost.id, iif(known.origin = 'demo:', 'demo', 'service'),
  iif(known.origin = 'demo:', 'Demo', coalesce(known.origin, lost.id)),
  coalesce(known.origin, 'https://unknown.invalid'), coalesce(known.path_prefix, ''), '[]', '', 0, 1,
  4, 20, 10, known.key_id, lost.created_at
FROM (SELECT connection_id AS id, min(created_at) AS created_at FROM jobs GROUP BY connection_id) AS lost
LEFT JOIN (
  SELECT jobs.connection_id, attempts.origin, attempts.path_prefix, attempts.key_id, max(attempts.started_at)
  FROM attempts JOIN jobs ON jobs.id = attempts.job_id GROUP BY jobs.connection_id
) AS known ON known.connection_id = lost.id
WHERE lost.id NOT IN (SELECT id FROM connections);

INSERT INTO batches (id, connection_id, name, created_at, sendable_at)
SELECT batch_id, connection_id,
  coalesce((SELECT name FROM batch_tables WHERE batch_tables.batch_id = jobs.batch_id), ''),
  min(created_at), min(created_at)
FROM jobs WHERE batch_id NOT IN (SELECT id FROM batches) GROUP BY batch_id;

DELETE FROM batches WHERE connection_id NOT IN (SELECT id FROM connections);
DELETE FROM batch_tables WHERE batch_id NOT IN (SELECT id FROM batches);
DELETE FROM batch_rows
WHERE batch_id NOT IN (SELECT id FROM batches) OR connection_id NOT IN (SELECT id FROM connections);
DELETE FROM items WHERE job_id NOT IN (SELECT id FROM jobs);
DELETE FROM attempts WHERE job_id NOT IN (SELECT id FROM jobs);
DELETE FROM drafts WHERE connection_id NOT IN (SELECT id FROM connections);
DELETE FROM used_values WHERE connection_id NOT IN (SELECT id FROM connections);

UPDATE jobs SET state = 'sending'
WHERE state = 'saving' AND task_id IS NULL
  AND images > (SELECT count(*) FROM items WHERE items.job_id = jobs.id);

WITH RECURSIVE positions (position) AS (SELECT 0 UNION ALL SELECT position + 1 FROM positions WHERE position < 999)
INSERT INTO items (job_id, position, state, image_id)
SELECT jobs.id, positions.position,
  CASE
    WHEN images.id IS NOT NULL THEN 'saved'
    WHEN jobs.state IN ('done', 'failed', 'cancelled') THEN 'abandoned'
    ELSE 'pending'
  END,
  images.id
FROM jobs JOIN positions ON positions.position < jobs.images
LEFT JOIN images ON images.job_id = jobs.id AND images.position = positions.position
WHERE NOT EXISTS (
  SELECT 1 FROM items WHERE items.job_id = jobs.id AND items.position = positions.position
);

${countAnew}
UPDATE queue_state SET paused = 1;
`
