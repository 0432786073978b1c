import { modeSchema } from '@shared/model/draft'
import { billedSchema, itemStateSchema, jobStateSchema } from '@shared/model/job'
import { states } from '../../jobMachine'
import {
  between,
  checked,
  error,
  flag,
  freshId,
  id,
  jsonIs,
  listed,
  priceMaximum,
  reference,
  request,
  type TableRules,
  textIn,
  time,
} from './columnRules'

const wasTried = 'EXISTS (SELECT 1 FROM attempts WHERE attempts.job_id = jobs.id)'
const itemsIn = (...states: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM items WHERE items.job_id = jobs.id AND items.state IN (${listed(states)}))`
const lastOutcome =
  '(SELECT outcome FROM attempts WHERE attempts.job_id = jobs.id ORDER BY number DESC LIMIT 1)'
const ends = `state IN ${states.ended}`

/**
 * The state a job must be in, according to the other evidence. NULL for one that was certainly not processed: nobody
 * can tell whether it was to be sent or had been cancelled, so it is set aside. This never makes a job sendable.
 */
const stateByEvidence = `CASE
  WHEN task_id IS NULL AND NOT ${wasTried} THEN NULL
  WHEN ${itemsIn('saved')} AND NOT ${itemsIn('pending', 'ready')} THEN 'done'
  WHEN task_id IS NOT NULL THEN iif(${itemsIn('pending', 'ready')}, 'running', 'failed')
  WHEN ${itemsIn('ready')} THEN 'saving'
  WHEN ${lastOutcome} IS NULL OR ${lastOutcome} = 'accepted' THEN 'sending'
  WHEN ${lastOutcome} IN ('unsent', 'limited') THEN NULL
  WHEN ${lastOutcome} IN ('refused', 'failed') THEN 'failed'
  ELSE 'uncertain' END`

/**
 * A job that was sent is paid for: whatever its row lost, it stays and its images are fetched. One that wasn't sent is
 * set aside if it can't be known what would be sent.
 */
export const jobs: TableRules = {
  table: 'jobs',
  columns: {
    id: id(freshId),
    batch_id: reference(freshId),
    connection_id: reference(
      `coalesce((SELECT batches.connection_id FROM batches WHERE batches.id = jobs.batch_id), ${freshId})`,
    ),
    position: between(-1e15, 1e15, '0'),
    mode: checked(
      modeSchema.options,
      `CASE WHEN state = 'queued' OR NOT ${wasTried} THEN NULL WHEN task_id IS NOT NULL THEN 'background' ELSE 'direct' END`,
    ),
    // Without a model, nothing can be sent again.
    request_json: {
      fits: request(),
      exact: true,
      instead: `CASE WHEN state = 'queued' OR NOT ${wasTried} THEN NULL ELSE coalesce(
        (SELECT json_remove(images.asked_json, '$.mode') FROM images
          WHERE images.job_id = jobs.id AND json_valid(images.asked_json) LIMIT 1),
        json_object('model', '', 'prompt', coalesce(${textIn('request_json', '$.prompt')}, ''))) END`,
    },
    images: between(1, 10_000, 'max(1, (SELECT count(*) FROM items WHERE items.job_id = jobs.id))'),
    state: {
      fits: (it) => `${it} IN (${listed(jobStateSchema.options)}) AND CASE ${it}
        WHEN 'queued' THEN task_id IS NULL WHEN 'running' THEN task_id IS NOT NULL ELSE TRUE END`,
      instead: stateByEvidence,
    },
    progress: between(0, 100),
    task_id: { fits: (it) => `${it} <> ''`, exact: true },
    // Without it, the task is asked for at the connection's own path.
    ask_at: { fits: (it) => `${it} GLOB '/*' OR ${it} GLOB 'http*://?*'`, exact: true },
    provisional: flag(0),
    error_json: error,
    attention_json: error,
    billed: checked(billedSchema.options, `iif(${wasTried}, 'maybe', 'no')`),
    waiting_stopped: flag(0),
    retry_of: { fits: (it) => `${it} IN (SELECT others.id FROM jobs AS others)`, exact: true },
    not_before: time(),
    created_at: time(
      'coalesce((SELECT batches.created_at FROM batches WHERE batches.id = jobs.batch_id), 0)',
    ),
    sent_at: {
      ...time(
        `iif(${wasTried}, coalesce((SELECT max(started_at) FROM attempts WHERE attempts.job_id = jobs.id), created_at), NULL)`,
      ),
      needed: "state = 'uncertain' OR attention_json IS NOT NULL",
    },
    ended_at: { ...time(`iif(${ends}, coalesce(sent_at, created_at), NULL)`), needed: ends },
    settled_at: time(),
    doubt: checked(['unknown', 'imageless']),
    doubt_since: time(),
    doubt_polls: between(0, 1_000_000_000, '0'),
    priority: between(-1, 1, '0'),
    row: between(1, Number.MAX_SAFE_INTEGER),
    retried: flag(0),
    final_at: time(),
    dropped: flag(0),
  },
}

export const items: TableRules = {
  table: 'items',
  columns: {
    job_id: reference(),
    position: between(
      0,
      1_000_000,
      `(WITH RECURSIVE places (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < 1000)
        SELECT min(place) FROM places WHERE NOT EXISTS (
          SELECT 1 FROM items AS others WHERE others.job_id = items.job_id AND others.position = place))`,
    ),
    state: checked(
      itemStateSchema.options,
      `CASE
        WHEN image_id IS NOT NULL THEN 'saved'
        WHEN url IS NOT NULL OR spool_file IS NOT NULL THEN 'ready'
        WHEN (SELECT jobs.state FROM jobs WHERE jobs.id = items.job_id) IN ${states.ended} THEN 'abandoned'
        ELSE 'pending' END`,
    ),
    error_json: error,
    // Without it the bytes decide whether it is another image.
    entry: { exact: true },
    again: between(0, 1, "iif(state = 'saved', 0, 1)"),
    refreshed: flag(0),
    download_tries: between(0, 1_000_000, '0'),
    download_not_before: time(),
  },
}

export const attempts: TableRules = {
  table: 'attempts',
  columns: {
    id: id(freshId),
    job_id: reference('iif(idempotency_key IN (SELECT jobs.id FROM jobs), idempotency_key, NULL)'),
    number: between(
      1,
      1_000_000,
      `(SELECT coalesce(max(others.number), 0) + 1 FROM attempts AS others
        WHERE others.job_id = attempts.job_id AND others.number BETWEEN 1 AND 1000000)`,
    ),
    // While a job is unfinished, the origin of its connection can't change.
    origin: {
      fits: (it) =>
        `${it} = 'demo:' OR ${it} GLOB 'https://[A-Za-z0-9[]*' OR ${it} GLOB 'http://[A-Za-z0-9[]*'`,
      exact: true,
      instead: `(SELECT connections.base_url FROM connections JOIN jobs ON jobs.connection_id = connections.id
        WHERE jobs.id = attempts.job_id)`,
    },
    path_prefix: {
      fits: (it) => `${it} = '' OR (${it} GLOB '/*' AND ${it} NOT GLOB '*[^A-Za-z0-9._~/-]*')`,
      exact: true,
      instead: `(SELECT connections.path_prefix FROM connections JOIN jobs ON jobs.connection_id = connections.id
        WHERE jobs.id = attempts.job_id)`,
    },
    started_at: time(
      'coalesce((SELECT coalesce(jobs.sent_at, jobs.created_at) FROM jobs WHERE jobs.id = attempts.job_id), 0)',
    ),
    exchanged_at: time(),
    // Once the job has moved on, the items hold what was accepted.
    exchange_json: {
      fits: jsonIs('object'),
      unread: `outcome IS 'accepted'
        AND job_id NOT IN (SELECT jobs.id FROM jobs WHERE jobs.state IN ${states.unanswered})`,
      exact: true,
    },
    outcome: { fits: (it) => `${it} <> '' AND ${it} NOT GLOB '*[^A-Za-z]*'` },
    error_json: error,
    price: between(0, priceMaximum),
    image_price: between(0, 1_000_000),
    polls: between(0, 1_000_000_000),
    polled_json: { fits: jsonIs('object'), exact: true },
  },
}

/** One that has its file is offered, whatever became of it: the user may be asked twice. */
export const foundImages: TableRules = {
  table: 'found_images',
  columns: {
    job_id: reference(),
    position: between(
      0,
      1_000_000,
      `(SELECT coalesce(max(others.position), -1) + 1 FROM found_images AS others
        WHERE others.job_id = found_images.job_id AND others.position BETWEEN 0 AND 1000000)`,
    ),
    state: checked(
      ['named', 'offered', 'taken', 'refused', 'dropped'],
      "CASE WHEN spool_file IS NOT NULL THEN 'offered' WHEN url IS NOT NULL THEN 'named' ELSE 'dropped' END",
    ),
    asked: flag(1),
    item: between(0, 1_000_000),
    tries: between(0, 1_000_000, '0'),
    not_before: time(),
  },
}
