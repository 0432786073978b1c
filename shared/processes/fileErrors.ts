/** How the system names its errors, and Node those of files. Other problems have codes too: `ERR_INVALID_ARG_TYPE`. */
const ofSystem = /^(E[A-Z0-9]+|UNKNOWN|Unknown system error -\d+|ERR_FS_[A-Z_]+)$/

/**
 * The code of a failed call to a file, as Node gives it. Null for any other problem, and for one that only a mistake of
 * ours can cause. No list says which codes there are: a drive may report any.
 */
export function fileErrorCode(problem: unknown): string | null {
  if (!(problem instanceof Error) || !('code' in problem) || typeof problem.code !== 'string') return null
  return ofSystem.test(problem.code) && !isOurs(problem.code, problem) ? problem.code : null
}

/**
 * A file that isn't open, or an argument that no file accepts. Some file systems refuse names in these words, for example
 * those with a colon.
 */
const isOurs = (code: string, problem: Error): boolean =>
  code === 'EBADF' || (code === 'EINVAL' && !('path' in problem))
