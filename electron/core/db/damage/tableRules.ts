import { bringingProblemSchema } from '@shared/model/bringing'
import { draftSchema, modeSchema } from '@shared/model/draft'
import { fileFormatSchema } from '@shared/model/image'
import { imageFlagSchema, ratingMaximum } from '@shared/model/imageMarks'
import { moveSteps } from '@shared/model/libraryMove'
import { variablesSchema } from '@shared/model/prompt'
import { tableLayoutSchema } from '@shared/model/table'
import { outsideSchema } from '@shared/model/upkeep'
import { z } from 'zod'
import {
  absolutePath,
  between,
  type ColumnRule,
  checked,
  count,
  fileInside,
  fileOfImage,
  flag,
  freshId,
  id,
  jsonIs,
  listed,
  oneOf,
  reference,
  request,
  type TableRules,
  textIn,
  time,
} from './columnRules'
import { connections, keys } from './connectionRules'
import { countRules } from './countRules'
import { exportRules } from './exportRules'
import { attempts, foundImages, items, jobs } from './queueRules'

const batches: TableRules = {
  table: 'batches',
  columns: {
    id: id(),
    connection_id: reference(
      '(SELECT jobs.connection_id FROM jobs WHERE jobs.batch_id = batches.id LIMIT 1)',
    ),
    name: { instead: "''" },
    created_at: time('coalesce((SELECT min(jobs.created_at) FROM jobs WHERE jobs.batch_id = batches.id), 0)'),
    // Nothing was sent from a batch that is still being written, so the whole batch is removed.
    sendable_at: {
      ...time('created_at'),
      needed:
        'EXISTS (SELECT 1 FROM jobs JOIN attempts ON attempts.job_id = jobs.id WHERE jobs.batch_id = batches.id)',
    },
    ramp: between(1, 1000, '1'),
    succeeded_at: time(),
    notified_at: time(),
    paused: flag(1),
  },
}

const queueState: TableRules = {
  table: 'queue_state',
  columns: {
    id: { fits: (it) => `${it} = 1` },
    paused: flag(1),
    confirmed_at: time('0'),
    cleared_at: time('0'),
  },
}

/** More images than a selection can have. */
const numberMaximum = 10_000_000

/** What a file says about itself; without it, the image is still one that was brought in. */
const broughtFits = jsonIs(
  'object',
  (it) => `json_type(${it}, '$.name') = 'text' AND json_type(${it}, '$.tool') IN ('text', 'null')
    AND json_type(${it}, '$.facts') = 'array'
    AND NOT EXISTS (SELECT 1 FROM json_each(${it}, '$.facts')
      WHERE type <> 'object' OR json_type(value, '$.name') IS NOT 'text' OR json_type(value, '$.value') IS NOT 'text')`,
)

/**
 * A row that can't be repaired is rebuilt from its file, which is adopted by its name; one whose file was left where it was
 * comes back when the library is rebuilt from its records.
 */
const images: TableRules = {
  table: 'images',
  columns: {
    // Lists are kept by number, in memory: one of a flipped bit would need all of it.
    number: between(
      1,
      numberMaximum,
      `(SELECT coalesce(max(number), 0) + 1 FROM images WHERE number BETWEEN 1 AND ${numberMaximum - 1})`,
    ),
    id: id(
      `coalesce((SELECT items.image_id FROM items
        WHERE items.job_id = images.job_id AND items.position = images.position AND items.image_id IS NOT NULL), ${freshId})`,
    ),
    job_id: id(),
    position: between(0, 1_000_000),
    of: between(1, 1_000_000, 'iif(position BETWEEN 0 AND 999999, position + 1, 1)'),
    file: fileOfImage,
    format: oneOf(
      fileFormatSchema.options,
      `(SELECT value FROM json_each('${JSON.stringify(fileFormatSchema.options)}')
        WHERE file LIKE '%.' || iif(value = 'jpeg', 'jpg', value))`,
    ),
    // A header can state this, though nothing so large is decoded. 0: it isn't decoded at all.
    width: between(0, 0xffff_ffff),
    height: between(0, 0xffff_ffff),
    ratio: between(0, 255, '128'),
    // If it isn't one after all, its thumbnail shows that.
    decoded: flag(1),
    bytes: between(0, Number.MAX_SAFE_INTEGER),
    sha256: { fits: (it) => `length(${it}) <= 64` },
    prompt: { instead: `coalesce(${textIn('asked_json', '$.prompt')}, '')` },
    model: { instead: `coalesce(${textIn('asked_json', '$.model')}, '')` },
    // Empty for one that was brought in.
    mode: oneOf(
      [...modeSchema.options, ''],
      `CASE WHEN brought_json IS NOT NULL THEN '' WHEN ${textIn('asked_json', '$.mode')} = 'direct' THEN 'direct'
        ELSE 'background' END`,
    ),
    asked_json: {
      fits: request(
        (it) =>
          `(json_type(${it}, '$.mode') = 'null' OR ${it} ->> '$.mode' IN (${listed(modeSchema.options)}))`,
      ),
      instead:
        "json_object('model', coalesce(model, ''), 'prompt', coalesce(prompt, ''), 'mode', CASE mode WHEN 'direct' THEN mode WHEN '' THEN NULL ELSE 'background' END)",
    },
    connection_id: { instead: "''" },
    connection_name: { instead: "''" },
    took_ms: between(0, Number.MAX_SAFE_INTEGER),
    brought_json: {
      fits: broughtFits,
      instead:
        "iif(brought_json IS NULL, NULL, json_object('name', '', 'tool', NULL, 'facts', json_array()))",
    },
    created_at: time('coalesce((SELECT jobs.ended_at FROM jobs WHERE jobs.id = images.job_id), 0)'),
    placed_at: time('created_at'),
    deleted_at: time('0'),
    // It is in the trash then, and stays.
    discarded_at: time(),
    seen_at: time(),
    flag: checked(imageFlagSchema.options),
    rating: between(0, ratingMaximum, '0'),
    favourite: flag(0),
    // If it was recorded, that is only done once more.
    unrecorded: flag(1),
    // The next check finds it out again.
    outside: checked(outsideSchema.options),
    file_time: time(),
    picture: between(0, Number.MAX_SAFE_INTEGER, '0'),
    // Its prompt tells it again.
    stack: between(0, Number.MAX_SAFE_INTEGER),
    // It is looked at again.
    credentials: between(0, 1),
    // A thumbnail brings another.
    placeholder: {
      fits: (it) =>
        `length(${it}) BETWEEN 8 AND 52 AND length(${it}) % 4 = 0 AND ${it} NOT GLOB '*[^A-Za-z0-9+/=]*'`,
    },
  },
}

/** As `positions.ts` writes it. */
const position: ColumnRule = {
  fits: (it) => `length(${it}) BETWEEN 16 AND 10000 AND ${it} NOT GLOB '*[^0-9a-f]*'`,
}

/** A collection that is lost comes back with the records of its images, if the database does. */
const collections: TableRules = {
  table: 'collections',
  columns: {
    id: id(),
    folded: { instead: 'lower(name)' },
    created_at: time('0'),
    removed: flag(0),
  },
}

/** Every table whose rows are read again by a later run, parents before their children. */
export const tableRules: readonly TableRules[] = [
  connections,
  keys,
  batches,
  jobs,
  items,
  attempts,
  foundImages,
  queueState,
  images,
  collections,
  {
    table: 'collected',
    columns: {
      collection_id: reference(),
      number: between(1, numberMaximum),
      position: { ...position, instead: "'8000000000000000'" },
    },
  },
  {
    // A row that can't be read isn't taken back.
    table: 'collected_changes',
    derived: true,
    columns: {
      press: between(0, Number.MAX_SAFE_INTEGER),
      number: between(1, numberMaximum),
      before: position,
      after: position,
    },
  },
  {
    table: 'drafts',
    columns: { connection_id: reference(), draft_json: { schema: draftSchema } },
  },
  {
    table: 'replaced_drafts',
    columns: {
      draft_json: { schema: draftSchema },
      opening: { instead: "''" },
      replaced_at: time('0'),
    },
  },
  {
    table: 'library_folders',
    columns: {
      path: absolutePath,
      used_at: time('0'),
    },
  },
  {
    // Without it, images are found in both folders, and nothing is removed.
    table: 'library_moves',
    columns: {
      source: absolutePath,
      target: absolutePath,
      begun: flag(1),
      step: oneOf(moveSteps),
      paused: flag(1),
      images: count,
      bytes: count,
      reached: count,
      done_images: count,
      done_bytes: count,
      kept: count,
      other_files: count,
    },
  },
  {
    // The original of one without this stays where it is.
    table: 'moved_files',
    columns: {
      number: between(1, numberMaximum),
      job_id: id(),
      position: between(0, 1_000_000),
      file: fileInside,
      placed: { ...fileInside, unread: "state = 'unread'" },
      bytes: between(0, Number.MAX_SAFE_INTEGER),
      sha256: { fits: (it) => `length(${it}) <= 64` },
      made: flag(0),
      state: oneOf(['moved', 'unread']),
    },
  },
  {
    table: 'task_durations',
    columns: { mode: oneOf(modeSchema.options), ms: between(0, Number.MAX_SAFE_INTEGER) },
  },
  {
    table: 'prompt_history',
    columns: { characters: between(0, 10_000_000, 'length(prompt)'), removed: flag(0) },
  },
  {
    table: 'prompt_templates',
    columns: {
      id: id(freshId),
      variables_json: { schema: variablesSchema, instead: "'{}'" },
      folded: { instead: 'lower(name || char(10) || prompt)' },
      removed: flag(0),
    },
  },
  { table: 'variable_values', columns: {} },
  { table: 'used_values', columns: { field: checked(['model', 'size']) } },
  {
    table: 'batch_tables',
    columns: {
      name: { instead: "''" },
      layout_json: { schema: tableLayoutSchema },
      columns_json: { schema: z.array(z.string()) },
      settings_json: { fits: jsonIs('object'), instead: "'{}'" },
    },
  },
  {
    table: 'batch_rows',
    columns: {
      row: between(1, Number.MAX_SAFE_INTEGER),
      cells_json: { fits: jsonIs('array'), instead: "'[]'" },
      connection_id: reference(
        '(SELECT batches.connection_id FROM batches WHERE batches.id = batch_rows.batch_id)',
      ),
      // Without one, a row can't be recognised: only the user may queue it again.
      content: { instead: "''" },
      source: { instead: "''" },
    },
  },
  {
    table: 'bulk_commands',
    columns: {
      // Nobody knows any more what is left of it: it is given up, and the queue is paused. An Undo is carried out.
      params_json: { fits: jsonIs('object'), instead: "'{}'" },
      done: between(0, 1_000_000_000, '0'),
      total: between(0, 1_000_000_000, 'done'),
      begun_at: time('0'),
    },
  },
  {
    // Its files are still where they were, and can be brought in again.
    table: 'bringing',
    columns: {
      state: checked(['listing', 'running', 'ended']),
      total: count,
      brought: count,
      known: count,
      leaves: flag(0),
    },
  },
  {
    table: 'bringing_files',
    columns: { path: absolutePath, job_id: id(), problem: oneOf(bringingProblemSchema.options) },
  },
  ...exportRules,
  { table: 'recorded_batches', columns: { id: id(), name: { instead: "''" } } },
  {
    // A row that can't be read isn't taken back.
    table: 'press_rows',
    derived: true,
    columns: {
      press: between(0, Number.MAX_SAFE_INTEGER),
      before_json: { fits: jsonIs('object') },
      after_json: { fits: jsonIs('object') },
      stands: between(0, 1),
    },
  },
  {
    table: 'damaged_rows',
    columns: { row_json: { fits: jsonIs('object'), instead: "'{}'" }, found_at: time('0'), told_at: time() },
  },
  ...countRules,
]
