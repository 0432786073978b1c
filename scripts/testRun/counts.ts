import { existsSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { projectRoot } from '../project.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 }

export function added(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Counts by level, a level being the folder under tests/. A file that could not be run is one failure. */
export function vitestCounts(reportPath: string): ReadonlyMap<string, Counts> {
  const byLevel = new Map<string, Counts>()
  if (!existsSync(reportPath)) return byLevel
  const report: VitestReport = JSON.parse(readFileSync(reportPath, 'utf8'))
  for (const { name, status, assertionResults } of report.testResults) {
    const level = relative(projectRoot, name).split(sep)[1] ?? name
    const count = (wanted: (state: string) => boolean): number =>
      assertionResults.filter((result) => wanted(result.status)).length
    const passed = count((state) => state === 'passed')
    const failed = count((state) => state === 'failed')
    const unrun = status === 'failed' && failed === 0 ? 1 : 0
    const counts = { passed, failed: failed + unrun, skipped: assertionResults.length - passed - failed }
    byLevel.set(level, added(byLevel.get(level) ?? noTests, counts))
  }
  return byLevel
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
}

export function playwrightCounts(reportPath: string): Counts {
  if (!existsSync(reportPath)) return noTests
  const { stats, errors }: PlaywrightReport = JSON.parse(readFileSync(reportPath, 'utf8'))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}
