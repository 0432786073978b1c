import { appError } from '@shared/errors'
import { readySettings } from '@shared/model/exportRecipe'
import { type JobState, jobStateSchema } from '@shared/model/job'
import type { Database, SqlParams } from '../../electron/core/db/database'
import { newId } from '../../electron/core/ids'

/** For one connection: its id, and those of its jobs by their state. */
export interface Filled {
  readonly connectionId: string
  readonly keyId: string
  readonly jobs: Readonly<Record<JobState, string>>
}

const states: readonly JobState[] = jobStateSchema.options

const ended: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled'])
const unsent: ReadonlySet<JobState> = new Set(['queued', 'cancelled'])
const outcomes: Partial<Record<JobState, string>> = {
  running: 'accepted',
  saving: 'accepted',
  done: 'accepted',
  failed: 'refused',
  uncertain: 'uncertain',
}
const itemStates: Readonly<Record<JobState, string>> = {
  queued: 'pending',
  sending: 'pending',
  running: 'pending',
  saving: 'ready',
  done: 'saved',
  failed: 'abandoned',
  cancelled: 'abandoned',
  uncertain: 'pending',
}

const problem = {
  code: 'serviceFailed',
  params: { at: 3, host: 'h' },
  retry: 'paid',
  detail: { status: 500, words: 'no' },
}
const error = JSON.stringify(problem)
const extra = { name: 'quality', value: 'high' }

function exchangeOf(taskId: string): string {
  const text = JSON.stringify({
    task_id: taskId,
    status: 'pending',
    data: [{ url: null, status: 'pending' }],
  })
  const answer = { status: 200, headers: {}, body: { kind: 'text', text }, lifted: {}, complete: true }
  return JSON.stringify({ kind: 'answered', answer })
}

/**
 * Fills every table with what a connection may have: a job in each state, and rows of everything that is
 * remembered.
 */
export function fillConnection(
  db: Database,
  { name, baseUrl, now }: { readonly name: string; readonly baseUrl: string; readonly now: number },
): Filled {
  const insert = (table: string, row: SqlParams) => {
    const columns = Object.keys(row)
    db.run(
      `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')})
       VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
      row,
    )
  }
  const id = () => newId(now)
  const connectionId = id()
  const batchId = id()
  const keyId = id()
  const hold = JSON.stringify({ error: problem, since: now, polls: false })
  const jobs = Object.fromEntries(states.map((state) => [state, id()])) as Record<JobState, string>

  db.transaction(() => {
    insert('keys', { id: keyId, connection_id: connectionId })
    insert('connections', {
      id: connectionId,
      kind: 'service',
      name,
      base_url: baseUrl,
      path_prefix: '/api/v1',
      models_json: '["m"]',
      prices_json: '{"m":2}',
      daily_cap: 1000,
      page_url: 'https://page.example/',
      full_background: 0,
      extra_json: JSON.stringify({ background: [extra], direct: [] }),
      idempotency_key: 1,
      direct_slots: 4,
      background_slots: 20,
      polls_per_second: 10,
      key_id: keyId,
      breaker_kind: 'refused',
      breaker_count: 1,
      created_at: now,
      taught_json: JSON.stringify([{ role: 'image', path: ['pics', '*', 'full'] }]),
    })
    // A connection that is held and was removed since, with no work left.
    insert('connections', {
      id: id(),
      kind: 'service',
      name: `${name} before`,
      base_url: baseUrl,
      path_prefix: '',
      models_json: '[]',
      page_url: '',
      full_background: 0,
      idempotency_key: 1,
      direct_slots: 4,
      background_slots: 20,
      polls_per_second: 10,
      hold_json: hold,
      created_at: now,
      archived_at: now,
    })
    const draft = {
      prompt: 'a',
      model: 'm',
      size: '',
      n: 1,
      mode: 'background',
      image: [],
      variables: {},
      extra: [extra],
    }
    insert('drafts', { connection_id: connectionId, draft_json: JSON.stringify(draft) })
    insert('replaced_drafts', { draft_json: JSON.stringify(draft), opening: 'a', replaced_at: now })
    insert('batches', {
      id: batchId,
      connection_id: connectionId,
      name,
      created_at: now,
      sendable_at: now,
      succeeded_at: now,
    })
    insert('batch_tables', {
      batch_id: batchId,
      name: `${name}.csv`,
      layout_json: JSON.stringify({
        format: 'csv',
        encoding: 'utf-8',
        bom: false,
        delimiter: ',',
        newline: '\n',
      }),
      columns_json: '["prompt"]',
      settings_json: '{}',
    })
    for (const [at, state] of states.entries()) {
      const jobId = jobs[state]
      const taskId = ['running', 'saving', 'done'].includes(state) ? `task-${jobId}` : null
      const imageId = id()
      const request = { model: 'm', prompt: `${name} ${state}`, extra: [extra], connectionExtra: [extra] }
      insert('batch_rows', {
        batch_id: batchId,
        row: at + 1,
        cells_json: JSON.stringify([request.prompt, null, { json: '1' }]),
        connection_id: connectionId,
        key: `${name} ${at}`,
        content: `content ${name} ${at}`,
        source: `source ${name} ${at}`,
      })
      insert('jobs', {
        id: jobId,
        batch_id: batchId,
        connection_id: connectionId,
        position: at,
        mode: 'background',
        request_json: JSON.stringify(request),
        images: 1,
        state,
        progress: state === 'running' ? 40 : null,
        task_id: taskId,
        error_json: state === 'failed' || state === 'uncertain' ? error : null,
        billed: unsent.has(state) ? 'no' : 'maybe',
        created_at: now,
        sent_at: unsent.has(state) ? null : now,
        ended_at: ended.has(state) ? now : null,
        row: at + 1,
        name: request.prompt,
      })
      insert('items', {
        job_id: jobId,
        position: 0,
        state: itemStates[state],
        url: taskId === null || state === 'running' ? null : `${baseUrl}/image.png`,
        entry: taskId === null ? null : `entry-${jobId}`,
        revised_prompt: request.prompt,
        image_id: state === 'done' ? imageId : null,
      })
      if (!unsent.has(state))
        insert('attempts', {
          id: id(),
          job_id: jobId,
          number: 1,
          origin: baseUrl,
          path_prefix: '/api/v1',
          key_id: keyId,
          idempotency_key: jobId,
          price: 2,
          started_at: now,
          exchanged_at: state === 'sending' ? null : now,
          exchange_json: state === 'sending' ? null : exchangeOf(taskId ?? ''),
          outcome: outcomes[state] ?? null,
          error_json: state === 'failed' ? error : null,
          polled_json: state === 'running' ? exchangeOf(taskId ?? '') : null,
        })
      if (state === 'running')
        insert('found_images', {
          job_id: jobId,
          position: 0,
          url: `${baseUrl}/found.png`,
          spool_file: '/spool/found.bin',
          state: 'offered',
          asked: 1,
        })
      if (state === 'done')
        insert('images', {
          id: imageId,
          job_id: jobId,
          batch_id: batchId,
          position: 0,
          of: 1,
          file: `2026/2026-03-01/${name}-${jobId}-1.png`,
          format: 'png',
          width: 10,
          height: 10,
          ratio: 128,
          bytes: 100,
          sha256: 'a'.repeat(64),
          prompt: request.prompt,
          revised_prompt: request.prompt,
          model: 'm',
          mode: 'background',
          asked_json: JSON.stringify({ ...request, mode: 'background' }),
          connection_id: connectionId,
          connection_name: name,
          task_id: taskId,
          took_ms: 10,
          placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
          credentials: 0,
          created_at: now,
        })
    }
    insert('task_durations', { connection_id: connectionId, model: 'm', mode: 'background', ms: 1000 })
    insert('used_values', { connection_id: connectionId, field: 'model', value: 'm' })
    insert('variable_values', { name: `${name} colour`, value: 'red' })
    insert('prompt_history', { characters: 6, prompt: `${name} fern`, folded: `${name} fern` })
    insert('prompt_templates', {
      id: id(),
      name,
      prompt: 'a fern',
      variables_json: '{"a":"b"}',
      folded: `${name}\na fern`,
    })
    const collectionId = id()
    insert('collections', { id: collectionId, name, folded: name, created_at: now })
    db.run(
      `INSERT INTO collected (collection_id, number, position)
       SELECT :collectionId, number, '8000000000000000' FROM images WHERE job_id = :jobId`,
      { collectionId, jobId: jobs.done },
    )
    insert('collected_changes', { press: 1, number: newNumber(db), before: null, after: '8000000000000000' })
    insert('library_folders', { path: `/library/${name}`, used_at: now })
    insert('library_moves', {
      source: `/library/${name}`,
      target: `/library/${name}-moved`,
      step: 'done',
      images: 1,
      bytes: 1,
    })
    insert('moved_files', {
      job_id: jobs.done,
      position: 0,
      file: '2026/2026-03-01/a.png',
      placed: '2026/2026-03-01/a-2.png',
      bytes: 1,
      sha256: 'ab',
      made: 1,
      state: 'moved',
    })
    insert('bringing', { state: 'ended', total: 3, brought: 1, known: 1, leaves: 0 })
    insert('bringing_files', { path: `/pictures/${name}.png`, job_id: id(), problem: 'gone' })
    const settings_json = JSON.stringify(readySettings.web)
    insert('export_batches', { batch_id: id(), recipe_id: 'web' })
    insert('recorded_batches', { id: id(), name })
    insert('export_recipes', { id: id(), name, folder: `/pictures/${name}`, settings_json })
    insert('exports', {
      id: id(),
      state: 'ended',
      recipe_id: 'web',
      folder: `/pictures/${name}`,
      settings_json,
      total: 2,
      written: 1,
      failed: 1,
    })
    insert('export_files', {
      image_id: id(),
      path: `${name}/a.webp`,
      state: 'failed',
      error_json: JSON.stringify(appError('imageLost')),
      code: 'imageLost',
    })
    insert('exported', {
      recipe_id: 'web',
      folder: `/pictures/${name}`,
      image_id: id(),
      source: 'ab',
      settings: 'cd',
      path: `${name}/a.webp`,
      bytes: 1,
      file_time: now * 1_000,
      change_time: now * 1_000,
      sha256: null,
      sidecar_json: JSON.stringify({ path: `${name}/a.webp.xmp`, bytes: 1 }),
    })
    insert('exported_zips', {
      recipe_id: 'web',
      folder: `/pictures/${name}`,
      path: `${name}.zip`,
      images: 'a'.repeat(64),
      contents: 'b'.repeat(64),
      bytes: 1,
      file_time: now * 1_000,
      change_time: now * 1_000,
      sha256: 'c'.repeat(64),
    })
    insert('press_rows', {
      press: 1,
      job_id: jobs.cancelled,
      before_json: '{}',
      after_json: '{}',
      same: name,
    })
    insert('bulk_commands', {
      kind: 'prioritize',
      params_json: JSON.stringify({ batchId: 'gone', priority: 0, upTo: 0 }),
      subject: name,
      done: 1,
      total: 2,
      begun_at: now,
    })
  })
  return { connectionId, keyId, jobs }
}

const newNumber = (db: Database): number =>
  db.get<{ number: number }>('SELECT coalesce(max(number), 0) + 1 AS number FROM collected_changes')
    ?.number ?? 1
