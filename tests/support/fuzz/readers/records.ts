import { existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { routes } from '@shared/ipc/contract'
import { createBulk } from '../../../../electron/core/bulk/createBulk'
import { createChanges } from '../../../../electron/core/changes'
import { migrations } from '../../../../electron/core/db/migrations'
import { openDatabase } from '../../../../electron/core/db/opening/openDatabase'
import { isId, newId } from '../../../../electron/core/ids'
import { createLibrary } from '../../../../electron/core/library/createLibrary'
import { isImagePath } from '../../../../electron/core/library/imageName'
import { createImaging } from '../../../../electron/core/library/imaging'
import { childProcesses } from '../../childProcesses'
import { eventually } from '../../eventually'
import { realClock } from '../../fakeClock'
import { testGuard } from '../../testGuard'
import { memoryLogger, testPorts } from '../../testPorts'
import { unwatchedStart } from '../../unwatchedStart'
import { recordedFile, recordedImage, recordedJob, recordedPicture, records } from '../corpora/records'
import { appErrorOf } from '../expectations'
import type { Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const everything = { text: '' }

/**
 * Records that someone else left in a library, each beside an image without a row: adopted, shown and
 * deleted.
 */
export async function recordReader(folder: string): Promise<Reader> {
  const processes = await childProcesses()
  const logger = memoryLogger()
  const ports = { ...testPorts(folder, { processes }), logger }
  const { profile, defaultLibrary: root } = ports.places
  const day = join(root, dirname(recordedFile))
  const recordsFolder = join(root, '.cyanotype', 'records')
  for (const path of [profile, day, recordsFolder]) mkdirSync(path, { recursive: true })
  // Files that a hostile record may point to, but that must stay untouched.
  writeFileSync(join(folder, 'outside.png'), recordedPicture)
  writeFileSync(join(root, 'own.png'), recordedPicture)
  const source = join(folder, 'source.png')
  writeFileSync(source, recordedPicture)

  const { db } = openDatabase({
    path: join(profile, 'cyanotype.db'),
    migrations,
    clock: realClock,
    logger,
  })
  const guard = testGuard(realClock, logger)
  const imaging = createImaging(ports)
  const changes = createChanges(guard)
  const library = createLibrary({
    ...ports,
    guard,
    db,
    imaging,
    starts: unwatchedStart,
    changes,
    bulk: createBulk({ db, clock: guard.clock, guard, logger, changes, onDropped() {} }),
    clock: guard.clock,
    reserveBytes: 0,
  })

  /** Shows it as the window does, then deletes it with its file and nothing else. */
  async function showAndDelete(id: string): Promise<void> {
    if (!isId(id)) throw new Error(`the id ${JSON.stringify(id)}`)
    const { file } = routes['images.details'].output.parse(library.details(id))
    if (!isImagePath(file)) throw new Error(`the file ${JSON.stringify(file)}`)
    routes['gallery.outline'].output.parse(await library.outline(everything))
    for (const row of (await library.page(everything, 0, 10)).rows)
      routes['gallery.page'].output.shape.rows.element.parse(row)
    const found = await library.imageFile(id)
    if (found !== join(root, file)) throw new Error(`found at ${found}`)
    await library.thumbnail(id, 'small')
    await library.delete({ ids: [id] })
    await library.trash.discard(null)
    await eventually(() => !existsSync(join(root, file)), { what: 'the end of a deleted file' })
  }

  return {
    corpus: records,
    limitMs: 30_000,
    atOnce: 4,
    async read({ bytes }) {
      const jobId = newId(Date.now())
      const named = (text: string) =>
        text.replaceAll(recordedJob, jobId).replaceAll(recordedImage, newId(Date.now()))
      const record = join(recordsFolder, `${jobId}-1.json`)
      await writeFile(record, Buffer.from(named(bytes.toString('latin1')), 'latin1'))
      const image = join(root, named(recordedFile))
      linkSync(source, image)
      try {
        const id = await library.recover(jobId, 0)
        if (id === null) return 'refused'
        await showAndDelete(id)
        return 'taken'
      } catch (problem) {
        appErrorOf(problem)
        return 'refused'
      } finally {
        await rm(record, { force: true })
        await rm(image, { force: true })
      }
    },
    async close() {
      await Promise.all([library.stop(), imaging.stop()])
      await processes.stop()
      db.close()
      const bugs = logger.lines.filter(({ level }) => level === 'error').map((line) => JSON.stringify(line))
      const missing = [join(folder, 'outside.png'), join(root, 'own.png'), source]
        .filter((path) => !existsSync(path))
        .map((path) => `deleted: ${path}`)
      const stray = await strayFiles(
        folder,
        /^(outside|source|library\/own)\.png$|^profile\/cyanotype\.db$|^profile\/thumbnails\/|^library\/\d{4}\/\d{4}-\d{2}-\d{2}\/[^/]+$|^library\/\.cyanotype\/records\/[0-9a-z]{26}-\d+\.json$/,
      )
      return [...bugs.slice(0, 5), ...missing, ...stray]
    },
  }
}
