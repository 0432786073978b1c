import { added, type Counts, noTests } from './counts.ts'

export type Status = 'passed' | 'failed' | 'skipped'

/** One line of the table at the end: a check, which counts as one test, or a level of tests. */
export interface Row {
  readonly name: string
  readonly status: Status
  /** Undefined for a check that isn't a test. */
  readonly counts?: Counts
  readonly seconds?: number
  readonly note?: string
}

export function check(name: string, passed: boolean, note?: string): Row {
  return { name, status: passed ? 'passed' : 'failed', ...(note ? { note } : {}) }
}

/** A level whose command failed though no test did (a crash, an error outside the tests) counts as one failure. */
export function level(name: string, counts: Counts, commandPassed: boolean, note?: string): Row {
  const failed = commandPassed ? counts.failed : Math.max(1, counts.failed)
  return {
    name,
    status: failed > 0 ? 'failed' : 'passed',
    counts: { ...counts, failed },
    ...(note ? { note } : {}),
  }
}

export function total(rows: readonly Row[]): Counts {
  return rows.map(({ counts, status }) => counts ?? { ...noTests, [status]: 1 }).reduce(added, noTests)
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.status,
    ...(['passed', 'failed', 'skipped'] as const).map((key) => (row.counts ? String(row.counts[key]) : '')),
    row.seconds === undefined ? '' : `${row.seconds.toFixed(1)} s`,
    row.note ?? '',
  ])
  const lines = [['', '', 'passed', 'failed', 'skipped', 'time', ''], ...cells]
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const numeric = (column: number): boolean => column >= 2 && column <= 5
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          numeric(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
