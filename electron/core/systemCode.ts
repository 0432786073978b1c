import { constants } from 'node:os'

/** Names of this system’s errors by number: libuv has none for some, for example for a full quota. */
const names: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.errno).map(([name, number]) => [-number, name]),
)

/** What Node itself says of a file, in the system's words. */
const ofNode: ReadonlyMap<string, string> = new Map([
  ['ERR_FS_EISDIR', 'EISDIR'],
  ['ERR_FS_FILE_TOO_LARGE', 'EFBIG'],
])

/**
 * The code of a failed operation on a file, for example `ENOSPC`; `UNKNOWN` if it has no name; null for any other
 * problem.
 */
export function systemCode(problem: unknown): string | null {
  if (!(problem instanceof Error) || !('code' in problem) || typeof problem.code !== 'string') return null
  const number = /^Unknown system error (-\d+)$/.exec(problem.code)?.[1]
  if (number !== undefined) return names.get(Number(number)) ?? 'UNKNOWN'
  return ofNode.get(problem.code) ?? problem.code
}

/** Whether a file couldn't be written because its disk, or the user's quota there, is full. */
export function isDiskFull(code: string | null): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT'
}
