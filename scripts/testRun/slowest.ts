import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { projectRoot } from '../project.ts'

/** A file of tests, and how long it took alone. */
export interface TimedFile {
  /** Inside the project. */
  readonly file: string
  readonly seconds: number
}

interface Suite {
  readonly file: string
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
  readonly suites?: readonly Suite[]
}

/** What Vitest or Playwright wrote. Times in milliseconds. */
interface Report {
  readonly testResults?: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
  }[]
  readonly suites?: readonly Suite[]
}

/** The files that took longest, of all these reports, the slowest first. */
export function slowestFiles(reportPaths: readonly string[], count: number): readonly TimedFile[] {
  return reportPaths
    .filter((path) => existsSync(path))
    .flatMap((path) => timedFiles(JSON.parse(readFileSync(path, 'utf8'))))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

function timedFiles({ testResults = [], suites = [] }: Report): readonly TimedFile[] {
  return [
    ...testResults.map(({ name, startTime, endTime }) => ({
      file: relative(projectRoot, name),
      seconds: (endTime - startTime) / 1000,
    })),
    ...suites.map((suite) => ({ file: suite.file, seconds: durationOf(suite) / 1000 })),
  ]
}

function durationOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results)
  return sum(own.map(({ duration }) => duration)) + sum(suites.map(durationOf))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
