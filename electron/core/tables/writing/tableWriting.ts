import { AppFailure, appError } from '@shared/errors'
import type { Database } from '../../db/database'
import { replaceFile } from '../../replaceFile'
import { isFileProblem } from '../../storageProblem'
import { systemCode } from '../../systemCode'
import { type BatchRow, batchRows, batchTable } from './batchTable'
import { rowJobs } from './rowJobs'
import { loadWrittenWords, rowOutcome, type WrittenWords } from './rowOutcome'
import { tableText, textEncoding, type WrittenColumns, writtenColumns } from './tableText'

export interface WrittenTable {
  readonly rows: number
  /**
   * The encoding of the file that was read, if the text written doesn't fit it and is UTF-8 instead; otherwise null.
   */
  readonly insteadOf: string | null
}

/** Writes the tables that batches came from, with the outcome of each row. */
export interface TableWriting {
  /** A suggested name for the file. Throws AppFailure `batchWithoutTable`. */
  fileName(batchId: string): string
  /**
   * Writes every row in the order of the file, completely or, if it can't or the signal aborts, not at all. Throws
   * AppFailure `batchWithoutTable`, `tableUnwritten` or `fileChangedMeanwhile`, and errors of the search for an image.
   */
  write(batchId: string, path: string, options: { readonly signal: AbortSignal }): Promise<WrittenTable>
}

const extensions = { csv: 'csv', tsv: 'tsv', txt: 'csv', json: 'json', jsonl: 'jsonl' } as const

export function createTableWriting(deps: {
  readonly db: Database
  /** Absolute path; null if the image is no longer there. Throws AppFailure if this can't be determined now. */
  readonly imageFile: (id: string) => Promise<string | null>
}): TableWriting {
  const { db, imageFile } = deps
  let loading: Promise<WrittenWords> | null = null

  function need(batchId: string) {
    const table = batchTable(db, batchId)
    if (table === null) throw new AppFailure(appError('batchWithoutTable'))
    return table
  }

  /** One after another: on a drive that doesn't answer, more would take up all the threads for files. */
  async function pathsOf(
    imageIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const paths = new Map<string, string>()
    for (const id of imageIds) {
      goOn(signal)
      const path = await imageFile(id)
      if (path !== null) paths.set(id, path)
    }
    return paths
  }

  async function written(
    batchId: string,
    rows: readonly BatchRow[],
    columns: WrittenColumns,
    signal: AbortSignal,
  ) {
    loading ??= loadWrittenWords()
    const words = await loading
    const jobs = rowJobs(
      db,
      batchId,
      rows.map(({ row }) => row),
    )
    const items = [...jobs.values()].flat().flatMap((job) => job.items)
    const images = items.flatMap(({ imageId }) => (imageId === null ? [] : [imageId]))
    const paths = await pathsOf(images, signal)
    const path = (imageId: string): string | null => paths.get(imageId) ?? null
    return rows.map(({ row, cells }) =>
      columns.cells(cells, rowOutcome(jobs.get(row) ?? [], { path, ...words })),
    )
  }

  return {
    fileName(batchId) {
      const { name, layout } = need(batchId)
      return `${name.replace(/\.[^.]*$/, '') || 'table'} results.${extensions[layout.format]}`
    },

    async write(batchId, path, { signal }) {
      const { layout, columns: read } = need(batchId)
      const columns = writtenColumns(read, layout.format)
      const text = tableText(layout, columns.names)
      const { mark, encode, insteadOf } = textEncoding(layout)
      let count = 0

      /** In windows, so that a long table neither fills the memory nor blocks the process. */
      async function* chunks(): AsyncGenerator<Buffer> {
        yield Buffer.concat([mark, encode(text.head)])
        for (const rows of batchRows(db, batchId)) {
          yield encode(text.rows(await written(batchId, rows, columns, signal)))
          count += rows.length
          goOn(signal)
        }
        yield encode(text.end)
      }

      await replaceFile(path, chunks()).catch((problem: unknown) => {
        throw isFileProblem(problem) ? unwritten(problem) : problem
      })
      return { rows: count, insteadOf }
    },
  }
}

/** Throws once the app ends, because the database is closed then. */
function goOn(signal: AbortSignal): void {
  if (signal.aborted) throw new AppFailure(appError('tableUnwritten'))
}

function unwritten(problem: unknown): AppFailure {
  const cause = systemCode(problem)
  const detail = cause === null ? null : { cause }
  return new AppFailure(appError('tableUnwritten', { retry: 'free', detail }), { cause: problem })
}
