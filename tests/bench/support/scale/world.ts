import { execFileSync } from 'node:child_process'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { historyMaximum } from '@shared/model/prompt'
import type { Database } from '../../../../electron/core/db/database'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import { newId } from '../../../../electron/core/ids'
import { dayFolder, imageName } from '../../../../electron/core/library/imageName'
import { realClock } from '../../../support/fakeClock'
import { pngFile } from '../../../support/pngFile'
import { memoryLogger } from '../../../support/testPorts'
import { type Group, idOf, insertGroup, insertImages, type Placed, promptSql } from './rows'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What a profile is filled with. */
export interface Plan {
  readonly groups: readonly Group[]
  /** Images in the library; those of done jobs first, the others of jobs that have no row any more. */
  readonly images: number
  /** Jobs that are sent while the app is measured. */
  readonly feed: number
  /** The user paused the queue. */
  readonly paused?: boolean
}

/** A profile that can be started, and where its rows are. */
export interface World {
  readonly profile: string
  readonly connectionId: string
  readonly images: number
  /** By name. */
  readonly groups: ReadonlyMap<string, Placed>
}

const imagesOfJob = 3
/** Fewer than any file system allows one file to have. */
const linksAtMost = 20_000

/** A queue and a library of a user who has worked for months; `rows` jobs and as many images. */
export function usualPlan(rows: number): Plan {
  const part = (share: number) => Math.max(1, Math.round(rows * share))
  return {
    images: rows,
    feed: Math.min(1000, rows / 2),
    groups: [
      {
        name: 'done',
        state: 'done',
        jobs: part(0.3),
        batches: part(0.003),
        age: 30 * day,
        images: imagesOfJob,
      },
      { name: 'cancelled', state: 'cancelled', jobs: part(0.05), batches: part(0.0005), age: 20 * day },
      { name: 'uncertain', state: 'uncertain', jobs: part(0.05), batches: 5, age: 8 * hour, outages: 5 },
      { name: 'failed', state: 'failed', jobs: part(0.2), batches: 1, age: minute * 10 },
      { name: 'waiting', state: 'queued', jobs: part(0.4), batches: 1, age: minute * 5, paused: true },
    ],
  }
}

/** Creates the profile with the product's own schema, so that its triggers count. */
export async function createWorld(
  profile: string,
  { groups, images, feed, paused = false, slots }: Plan & { readonly slots: number },
): Promise<World> {
  await mkdir(profile, { recursive: true })
  const now = Date.now()
  const { db } = openDatabase({
    path: join(profile, 'cyanotype.db'),
    migrations,
    clock: realClock,
    logger: memoryLogger(),
  })
  const connectionId = newId(now)
  const placed = new Map<string, Placed>()
  let firstJob = 1
  let firstBatch = 1
  const files: string[] = []
  const fileOf = (jobNumber: number, of: number, created: number) => (n: number) => {
    const jobId = idOf('job', jobNumber + Math.floor(n / of))
    const createdAt = created + n * minute
    const name = imageName({ words: 'study', jobId, index: n % of, format: 'png' })
    const file = `${dayFolder(createdAt)}/${name}`
    files.push(file)
    return { file, createdAt }
  }
  db.transaction(() => {
    insertConnection(db, { id: connectionId, now, slots })
    if (paused) db.run('UPDATE queue_state SET paused = 1')
    insertPrompts(db)
    const all: readonly Group[] = [
      ...groups,
      { name: 'feed', state: 'queued', jobs: feed, batches: 1, age: minute },
    ].filter(({ jobs }) => jobs > 0) as readonly Group[]
    let first = 1
    for (const group of all) {
      placed.set(group.name, insertGroup(db, group, { connectionId, now, firstJob, firstBatch }))
      if (group.state === 'done') {
        const of = group.images ?? 1
        const count = group.jobs * of
        const created = now - count * minute - 30 * day
        insertImages(db, {
          ...{ connectionId, first, count, of, firstJob, isOfRows: true },
          files: fileOf(firstJob, of, created),
        })
        first += count
      }
      firstJob += group.jobs
      firstBatch += group.batches
    }
    const others = images - first + 1
    if (others > 0)
      insertImages(db, {
        ...{ connectionId, first, count: others, of: 1, firstJob, isOfRows: false },
        files: fileOf(firstJob, 1, now - others * minute),
      })
  })
  // In a library that grew image by image, the text index was merged with each.
  db.run("INSERT INTO images_text (images_text) VALUES ('optimize')")
  db.close()
  await linkFiles(join(profile, 'library'), files)
  // A user's library was written long ago: the system must not do it while the app is measured.
  execFileSync('sync')
  return { profile, connectionId, images, groups: placed }
}

export function insertConnection(
  db: Database,
  { id, now, slots }: { readonly id: string; readonly now: number; readonly slots: number },
): void {
  db.run(
    `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, prices_json, page_url, full_background,
       idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
     VALUES (:id, 'demo', 'Demo', 'demo:', '/api/v1', '["aurora-2"]', '{"aurora-2":2}', '', 0, 1, :slots, :slots, 100, :now)`,
    { id, slots, now: now - 60 * day },
  )
}

function insertPrompts(db: Database): void {
  db.run(
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
     INSERT INTO prompt_history (characters, prompt, folded)
     SELECT 90, ${promptSql('n')}, lower(${promptSql('n')}) FROM numbers`,
    { count: historyMaximum },
  )
}

/** Real files, small, several names each. */
async function linkFiles(library: string, files: readonly string[]): Promise<void> {
  const folders = new Set(files.map((file) => dirname(file)))
  for (const folder of folders) await mkdir(join(library, folder), { recursive: true })
  const edge = 64
  const rows = Buffer.alloc(edge * (1 + edge * 3), 120)
  for (let row = 0; row < edge; row++) rows[row * (1 + edge * 3)] = 0
  const png = pngFile({ edge, colour: [8, 2], rows })
  let source = ''
  for (const [n, file] of files.entries()) {
    const path = join(library, file)
    if (n % linksAtMost === 0) {
      await writeFile(path, png)
      source = path
    } else await link(source, path)
  }
}
