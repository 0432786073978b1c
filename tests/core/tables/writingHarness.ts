import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AppError, appError } from '@shared/errors'
import type { ItemState, JobState } from '@shared/model/job'
import type { TableLayout } from '@shared/model/table'
import type { TableCell } from '@shared/model/tableCells'
import { newId } from '../../../electron/core/ids'
import { createTableWriting } from '../../../electron/core/tables/writing/tableWriting'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'

export const plainLayout: TableLayout = {
  format: 'csv',
  encoding: 'utf-8',
  bom: false,
  delimiter: ',',
  newline: '\n',
}

export interface RowSample {
  readonly cells: readonly TableCell[]
  /** What identifies it without a key; default its cells. */
  readonly content?: string
  readonly key?: string
}

export interface JobSample {
  readonly row: number
  readonly state?: JobState
  readonly taskId?: string
  readonly error?: AppError
  readonly attention?: AppError
  readonly retryOf?: string
  /** Default: one that fits the state. */
  readonly items?: readonly ItemSample[]
}

interface ItemSample {
  readonly state: ItemState
  readonly imageId?: string
  readonly revisedPrompt?: string
  readonly error?: AppError
}

/** A database with batches that came from tables, and a folder to write them into. */
export function writingHarness(options: { readonly lost?: readonly string[] } = {}) {
  const db = testDatabase()
  const folder = join(temporaryFolder(), 'tables')
  mkdirSync(folder)
  db.run(
    `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
       idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
     VALUES ('c1', 'service', 'Studio', 'https://studio.invalid', '', '[]', '', 0, 1, 4, 20, 10, 0)`,
  )
  const writing = createTableWriting({
    db,
    imageFile: async (id) => (options.lost?.includes(id) ? null : `/library/${id}.png`),
  })
  let time = 1_000

  function addJob(batchId: string, job: JobSample): string {
    const id = newId(time++)
    const state = job.state ?? 'done'
    const items = job.items ?? [{ state: state === 'done' ? 'saved' : 'pending', imageId: `image-${id}` }]
    db.run(
      `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, task_id,
         error_json, attention_json, retry_of, created_at, row)
       VALUES (:id, :batchId, 'c1', 1, 'background', '{}', :images, :state, :taskId, :error, :attention, :retryOf,
         :time, :row)`,
      {
        id,
        batchId,
        images: items.length,
        state,
        taskId: job.taskId ?? null,
        error: jsonOf(job.error),
        attention: jsonOf(job.attention),
        retryOf: job.retryOf ?? null,
        time,
        row: job.row,
      },
    )
    for (const [position, item] of items.entries())
      db.run(
        `INSERT INTO items (job_id, position, state, image_id, revised_prompt, error_json)
         VALUES (:id, :position, :state, :imageId, :revisedPrompt, :error)`,
        {
          id,
          position,
          state: item.state,
          imageId: item.state === 'saved' ? (item.imageId ?? null) : null,
          revisedPrompt: item.revisedPrompt ?? null,
          error: jsonOf(item.error),
        },
      )
    return id
  }

  return {
    db,
    folder,
    writing,
    addJob,
    addBatch(table: {
      readonly name?: string
      readonly layout?: Partial<TableLayout>
      readonly columns: readonly string[]
      readonly rows: readonly RowSample[]
    }): string {
      const batchId = newId(time++)
      db.transaction(() => {
        db.run(
          `INSERT INTO batches (id, connection_id, name, created_at) VALUES (:batchId, 'c1', 'Chairs', :time)`,
          { batchId, time },
        )
        db.run(
          `INSERT INTO batch_tables (batch_id, name, layout_json, columns_json, settings_json)
           VALUES (:batchId, :name, :layout, :columns, '{}')`,
          {
            batchId,
            name: table.name ?? 'chairs.csv',
            layout: JSON.stringify({ ...plainLayout, ...table.layout }),
            columns: JSON.stringify(table.columns),
          },
        )
        for (const [at, { cells, key, content }] of table.rows.entries())
          db.run(
            `INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
             VALUES (:batchId, :row, :cells, 'c1', :key, :content, :source)`,
            {
              batchId,
              row: at + 1,
              cells: JSON.stringify(cells),
              key: key ?? null,
              content: content ?? JSON.stringify(cells),
              source: content ?? JSON.stringify(cells),
            },
          )
      })
      return batchId
    },
    write: (batchId: string, name = 'out.csv', signal = new AbortController().signal) =>
      writing.write(batchId, join(folder, name), { signal }),
  }
}

export const moderated = appError('moderated', { detail: { words: '=Your prompt was refused' } })

function jsonOf(value: AppError | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
