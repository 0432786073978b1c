import { createHash } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobRequest } from '@shared/model/draft'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createBulk } from '../../../electron/core/bulk/createBulk'
import { createChanges } from '../../../electron/core/changes'
import type { Database } from '../../../electron/core/db/database'
import { newId } from '../../../electron/core/ids'
import { createLibrary, type LibraryDeps } from '../../../electron/core/library/createLibrary'
import { createImaging } from '../../../electron/core/library/imaging'
import type { NewImage } from '../../../electron/core/library/library'
import { createMoving } from '../../../electron/core/library/moving/createMoving'
import type { FetchAgain } from '../../../electron/core/library/upkeep/askingAgain'
import { openUpkeep } from '../../../electron/core/library/upkeep/openUpkeep'
import { childProcesses } from '../../support/childProcesses'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testDatabase } from '../../support/testDatabase'
import { testGuard } from '../../support/testGuard'
import { type TestPorts, testPorts } from '../../support/testPorts'
import { unwatchedStart } from '../../support/unwatchedStart'

/** A library with its real database, files and imaging process, and helpers to fill it. */
export async function libraryHarness(folder = temporaryFolder()) {
  const processes = await childProcesses()
  onTestFinished(() => processes.stop())
  const ports = testPorts(folder, { processes })
  await mkdir(ports.places.profile, { recursive: true })
  const db = testDatabase()
  const pixels = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const source = join(folder, 'source.png')
  await writeFile(source, pixels)
  return {
    folder,
    ports,
    processes,
    db,
    pixels,
    open: (deps: LibraryOptions = {}) => openLibrary(ports, db, deps),
    image: (over: Partial<NewImage> & { readonly prompt?: string } = {}) => newImage(pixels, over),
    /** The job an image belongs to, as the queue stores it. */
    withJob: ({ jobId, index }: NewImage) => addJob(db, jobId, index),
    /** A verified download, where the library expects it. */
    async download(library: { tempPath(jobId: string, index: number): Promise<string> }, image: NewImage) {
      const temp = await library.tempPath(image.jobId, image.index)
      await copyFile(source, temp)
      return temp
    },
  }
}

type LibraryOptions = Partial<LibraryDeps> &
  Pick<Parameters<typeof createImaging>[0], 'memoryBound'> & { readonly fetchAgain?: FetchAgain }

/** Its folders are tidied from the start on, as if something waited for that: by itself, it lets the window come first. */
const tidiedAtOnce = (library: ReturnType<typeof createLibrary>) => ({
  ...library,
  startCalmly: library.start,
  async start() {
    await library.start()
    void library.ground.tidied()
  },
})

/** Opens the library as one run of the app does. */
function openLibrary(ports: TestPorts, ownDb: Database, deps: LibraryOptions) {
  const { db = ownDb } = deps
  const guard = testGuard(deps.clock)
  const changes = createChanges(guard)
  const imaging = createImaging({ ...ports, ...deps })
  const bulk = createBulk({ ...ports, clock: guard.clock, guard, db, changes, onDropped() {} })
  const library = createLibrary({
    starts: unwatchedStart,
    ...ports,
    guard,
    db,
    imaging,
    changes,
    bulk,
    reserveBytes: 0,
    ...deps,
    clock: guard.clock,
  })
  const moving = createMoving({
    ...ports,
    ...library.ground,
    starts: unwatchedStart,
    guard,
    clock: guard.clock,
    db,
    use: library.use,
    onChange: () => changes.announce('move'),
    onEnd: library.tidyAgain,
  })
  const upkeep = openUpkeep({
    ...{ ...ports, ...library, db, changes, imaging, guard, clock: guard.clock, starts: unwatchedStart },
    fetchAgain: deps.fetchAgain ?? (async () => 'unknown'),
  })
  const stop = async () => {
    bulk.stop()
    await Promise.all([upkeep.stop(), moving.stop(), library.stop(), imaging.stop()])
    guard.stop()
  }
  onTestFinished(stop)
  return { library: tidiedAtOnce(library), upkeep, moving, changes, imaging, bulk, stop }
}

function newImage(pixels: Buffer, over: Partial<NewImage> & { readonly prompt?: string }): NewImage {
  const { prompt = 'a lighthouse', ...rest } = over
  const createdAt = rest.createdAt ?? Date.now()
  const asked: JobRequest = { model: 'aurora-2', prompt }
  return {
    id: newId(createdAt),
    jobId: newId(createdAt),
    index: 0,
    of: 1,
    format: 'png',
    width: 32,
    height: 24,
    decoded: true,
    placeholder: null,
    bytes: pixels.length,
    sha256: createHash('sha256').update(pixels).digest('hex'),
    asked: { ...asked, mode: 'background' },
    revisedPrompt: null,
    connectionId: 'c1',
    connectionName: 'Studio',
    taskId: null,
    tookMs: 1200,
    createdAt,
    brought: null,
    ...rest,
  }
}

function addJob(db: Database, id: string, position: number): void {
  db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
    idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
    VALUES ('c1', 'service', 'Studio', 'https://a.example', '', '[]', '', 0, 1, 1, 1, 1, 0)`)
  db.run(`INSERT INTO batches (id, connection_id, name, created_at) VALUES ('b', 'c1', 'b', 0)`)
  db.run(
    `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, task_id, created_at)
     VALUES (:id, 'b', 'c1', 0, 'direct', :request, 1, 'done', 't9', 0)`,
    { id, request: JSON.stringify({ model: 'sketch-1', prompt: 'from the job', n: 1 }) },
  )
  db.run(
    `INSERT INTO items (job_id, position, state, revised_prompt) VALUES (:id, :position, 'ready', 'revised')`,
    { id, position },
  )
}
