import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { guarded } from '@shared/model/tableGuard'
import { stringify } from 'csv-stringify/sync'
import { discardClaim } from '../claimedName'
import type { Database } from '../db/database'
import { rm } from '../drive'
import { syncFolder, syncHandle } from '../durability'
import { digestOf } from '../filePieces'
import { openPart } from '../plainFile'
import type { ExportRows } from './exportRows'
import type { StoredExport } from './exportRun'
import { readFacts } from './imageFacts'
import type { WrittenFile } from './ledger'
import { placeFile } from './placing'

/** Files that are listed in one turn of the loop. */
const filesAtOnce = 100

const columns = [
  ...['file', 'prompt', 'model', 'size', 'width', 'height', 'bytes', 'sha256', 'created', 'rating'],
  ...['batch', 'name', 'row', 'key', 'index', 'job'],
] as const

/** Words that came from elsewhere, also as the name of a file: in CSV they are guarded. */
const wordColumns: ReadonlySet<string> = new Set(['file', 'prompt', 'model', 'size', 'batch', 'name', 'key'])

const tempOf = ({ id, folder }: StoredExport): string => join(folder, `.cyanotype-${id}-manifest.part`)

/** What is known of the files of some images, by image. */
type WrittenEntries = (
  run: StoredExport,
  imageIds: readonly string[],
) => ReadonlyMap<string, Pick<WrittenFile, 'bytes' | 'sha256'>>

type Cells = Readonly<Record<string, string | number | null>>

/**
 * Writes the list of the files that an export wrote: all of it under its name, or nothing. The same files give the same
 * list, so one that a kill came after is found again.
 */
export async function writeManifest(
  deps: {
    readonly db: Database
    readonly rows: Pick<ExportRows, 'written'>
    readonly entries: WrittenEntries
  },
  run: StoredExport,
  path: string,
): Promise<void> {
  const temp = tempOf(run)
  try {
    const part = await openPart(temp)
    try {
      for await (const piece of listOf(deps, run, path)) await part.file.writeFile(piece)
      await syncHandle(part.file)
      const sha256 = await digestOf(part.file)
      const placed = await placeFile({ ...part, sha256 }, join(run.folder, path))
      await syncFolder(dirname(placed.path))
    } finally {
      await part.file.close()
    }
  } catch (failure) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw failure
  }
}

/** The list, piece by piece, as the kind of file that a path says. */
export async function* listOf(
  deps: Parameters<typeof writeManifest>[0],
  run: StoredExport,
  path: string,
): AsyncGenerator<Buffer> {
  const pieces = (path.endsWith('.json') ? jsonOf : csvOf)(listed(deps, run))
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Removes what a kill may have left of the list, durably. */
export async function discardManifest(run: StoredExport): Promise<void> {
  if (run.manifest === null) return
  await discardClaim(tempOf(run), join(run.folder, run.manifest))
    .then(() => syncFolder(run.folder))
    .catch(() => undefined)
}

async function* listed(
  { db, rows, entries: entriesOf }: Parameters<typeof writeManifest>[0],
  run: StoredExport,
): AsyncGenerator<readonly Cells[]> {
  for (let after = 0; ; ) {
    const some = rows.written(run.id, after, filesAtOnce)
    const last = some.at(-1)
    if (last === undefined) return
    after = last.number
    const entries = entriesOf(
      run,
      some.map(({ imageId }) => imageId),
    )
    const facts = readFacts(
      db,
      some.map(({ imageId }) => ({ imageId, name: null })),
    )
    const known = new Map(facts.map((image) => [image.id, image]))
    yield some.map(({ imageId, path }) => {
      const image = known.get(imageId)
      const entry = entries.get(imageId)
      // One that was deleted meanwhile is listed by its file.
      return image === undefined
        ? { file: path }
        : {
            ...image.names,
            file: path,
            width: image.width || null,
            height: image.height || null,
            bytes: entry?.bytes ?? null,
            sha256: entry?.sha256 ?? null,
            created: new Date(image.names.createdAt).toISOString(),
          }
    })
    await nextTurn()
  }
}

async function* csvOf(list: AsyncIterable<readonly Cells[]>): AsyncGenerator<string> {
  // A spreadsheet reads it as UTF-8 by this mark alone.
  yield `\ufeff${stringify([[...columns]])}`
  for await (const some of list)
    yield stringify(some.map((cells) => columns.map((column) => csvCell(column, cells))))
}

function csvCell(column: string, cells: Cells): string | number {
  const value = cells[column] ?? ''
  return typeof value === 'string' && wordColumns.has(column) ? guarded(value) : value
}

async function* jsonOf(list: AsyncIterable<readonly Cells[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const some of list) {
    const lines = some.map((cells) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, cells[column] ?? null]))),
    )
    yield `${before}${lines.join(',\n')}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
