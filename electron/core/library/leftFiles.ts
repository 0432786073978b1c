import { isLeft, isLeftPath } from '@shared/model/leftFile'
import type { Database } from '../db/database'

/** Whether a file was left where it was, in SQL. */
export const leftInSql = `(file GLOB '/*' OR instr(file, char(92)) > 0)`

const isOfWindows = process.platform === 'win32'

/** Whether this computer can have a file there: one of another system may share the library. */
export const canBeHere = (file: string): boolean =>
  isLeft(file) && isLeftPath(file) && file.startsWith('/') !== isOfWindows

/** The bytes of an image that was left were never seen on this computer: its record may be of another one. */
export const unseenInSql = `(${leftInSql} AND outside IS 'missing' AND file_time IS NULL)`

/** Whether an image is shown that was left there, as far as is known. */
export const isLeftThere = (db: Pick<Database, 'get'>, path: string): boolean =>
  db.get(
    `SELECT 1 FROM images INDEXED BY images_file
     WHERE file = :path AND deleted_at IS NULL AND outside IS NOT 'missing' LIMIT 1`,
    { path },
  ) !== undefined

/** Whether the file there, inside a library by now, was left as that of an image: shown, in the trash or missing. */
export const isOfLeftImage = (db: Pick<Database, 'get'>, path: string): boolean =>
  db.get(
    `SELECT 1 FROM images INDEXED BY images_file
     WHERE file = :path AND discarded_at IS NULL AND NOT ${unseenInSql} LIMIT 1`,
    { path },
  ) !== undefined
