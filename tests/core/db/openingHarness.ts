import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { realClock } from '../../support/fakeClock'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

export const pageBytes = 4096

export function open(path: string, options: Partial<Parameters<typeof openDatabase>[0]> = {}) {
  const opened = openDatabase({ path, migrations, clock: realClock, logger: memoryLogger(), ...options })
  onTestFinished(() => opened.db.close())
  return opened
}

export function newPath(): string {
  return join(temporaryFolder(), 'cyanotype.db')
}

/** A connection, a batch and jobs with an item and an attempt each, with ids `job0`, `job1`, … */
export function fill(db: Database, jobs: number): void {
  db.transaction(() => {
    db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
      VALUES ('service', 'service', 'Service', 'https://service.test', '/v1', '[]', '', 0, 1, 4, 20, 10, 1)`)
    db.run(
      `INSERT INTO batches (id, connection_id, name, created_at) VALUES ('batch', 'service', 'Ferns', 1)`,
    )
    for (let i = 0; i < jobs; i++) {
      const params = {
        id: `job${i}`,
        at: i,
        request: JSON.stringify({ model: 'm', prompt: 'fern '.repeat(40) }),
      }
      db.run(
        `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, task_id, created_at)
         VALUES (:id, 'batch', 'service', :at, 'background', :request, 1, 'running', 'task' || :id, 1)`,
        params,
      )
      db.run("INSERT INTO items (job_id, position, state) VALUES (:id, 0, 'pending')", { id: params.id })
      db.run(
        `INSERT INTO attempts (id, job_id, number, origin, path_prefix, started_at)
         VALUES ('attempt' || :id, :id, 1, 'https://service.test', '/v1', 1)`,
        { id: params.id },
      )
    }
  })
}

export function count(db: Database, table: string): number {
  return db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0
}

export function overwrite(path: string, page: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, page * pageBytes)
  closeSync(file)
}
