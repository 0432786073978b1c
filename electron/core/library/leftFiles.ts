import { isLeft, isLeftPath } from '@shared/model/leftFile'

/** Whether a file was left where it was, in SQL. */
export const leftInSql = `(file GLOB '/*' OR instr(file, char(92)) > 0)`

const isOfWindows = process.platform === 'win32'

/** Whether this computer can have a file there: one of another system may share the library. */
export const canBeHere = (file: string): boolean =>
  isLeft(file) && isLeftPath(file) && file.startsWith('/') !== isOfWindows
