/** The code of a failed operation on a file, for example `ENOSPC`; null for any other problem. */
export function systemCode(problem: unknown): string | null {
  return problem instanceof Error && 'code' in problem && typeof problem.code === 'string'
    ? problem.code
    : null
}
