import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SqlParams } from '../../../../electron/core/db/database'
import { type LibraryWorld, openAt } from './libraryWorld'

/** What can't be done with less: every file or row once, one after the other, in a plain process. Milliseconds. */
export interface Bare {
  stat(files: readonly string[]): Promise<number>
  hash(files: readonly string[]): Promise<number>
  readJson(files: readonly string[]): Promise<number>
  /** Inserts all rows of a table into an empty database, in one transaction. */
  copyRows(table: string): number
  /** Runs statements for each row in a copy of the database, in one transaction. `first`: what they refer to. */
  write(statements: readonly string[], rows: readonly SqlParams[], first?: string): number
}

export function createBare({ library, copy }: LibraryWorld): Bare {
  const pathOf = (file: string) => join(library, ...file.split('/'))
  return {
    async stat(files) {
      const begun = performance.now()
      for (const file of files) await lstat(pathOf(file))
      return performance.now() - begun
    },

    async hash(files) {
      const begun = performance.now()
      for (const file of files)
        createHash('sha256')
          .update(await readFile(pathOf(file)))
          .digest('hex')
      return performance.now() - begun
    },

    async readJson(files) {
      const begun = performance.now()
      for (const file of files) JSON.parse(await readFile(pathOf(file), 'utf8'))
      return performance.now() - begun
    },

    copyRows(table) {
      const from = openAt(copy)
      const rows = from.all<SqlParams>(`SELECT * FROM ${table}`)
      from.close()
      const to = openAt(`${copy}.empty`)
      const names = Object.keys(rows[0] ?? {})
      const sql = `INSERT INTO ${table} (${quoted(names)}) VALUES (${names.map((name) => `:${name}`)})`
      const begun = performance.now()
      to.transaction(() => {
        for (const row of rows) to.run(sql, row)
      })
      const ms = performance.now() - begun
      to.close()
      return ms
    },

    write(statements, rows, first) {
      const db = openAt(copy)
      if (first !== undefined) db.run(first)
      const begun = performance.now()
      db.transaction(() => {
        for (const row of rows) for (const sql of statements) db.run(sql, row)
      })
      const ms = performance.now() - begun
      // As in the app, where the records follow. SQLite writes nothing of a row that already is as it is to be: the
      // next part would mark the same images for nothing.
      db.run('UPDATE images SET unrecorded = 0 WHERE unrecorded = 1')
      db.close()
      return ms
    },
  }
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join()
