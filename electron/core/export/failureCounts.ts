import type { AppError } from '@shared/errors'

interface Failure {
  readonly error: AppError
  readonly count: number
}

/** Counts failures by their codes, with an error of each. */
export function countFailures() {
  const failures = new Map<string, Failure>()
  return {
    add(error: AppError): void {
      failures.set(error.code, { error, count: (failures.get(error.code)?.count ?? 0) + 1 })
    },
    list: (): readonly Failure[] => [...failures.values()],
  }
}
