/** How the system names its errors, and Node those of files. Other problems have codes too: `ERR_INVALID_ARG_TYPE`. */
const ofSystem = /^(E[A-Z0-9]+|UNKNOWN|Unknown system error -\d+|ERR_FS_[A-Z_]+)$/

/**
 * The code of a failed call to a file, as Node gives it. Null for any other problem, and for one that only a mistake of
 * ours can cause: `EBADF`, of a file that isn't open. No list says which codes there are: a drive may report any, also
 * `EINVAL` for a name or a call that it doesn't know.
 */
export function fileErrorCode(problem: unknown): string | null {
  if (!(problem instanceof Error) || !('code' in problem) || typeof problem.code !== 'string') return null
  return ofSystem.test(problem.code) && problem.code !== 'EBADF' ? problem.code : null
}
