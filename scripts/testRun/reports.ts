import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from '../project.ts'

/** A file of tests, and how long it took alone. */
export interface TimedFile {
  /** Inside the project. */
  readonly file: string
  readonly seconds: number
}

/** A test that failed, a file that could not be run, or an error that was thrown outside of tests. */
export interface FailedTest {
  /** Inside the project, followed by the titles. Such an error has the file that ran when it came, if one did. */
  readonly name: string
  /**
   * How the first message of the runner begins, at most 12 lines, and what the test itself printed about its failure:
   * the window and the log of its app, at most 100 lines. Empty if there is neither.
   */
  readonly why: string
}

interface Suite {
  readonly file: string
  readonly title?: string
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly {
        readonly duration: number
        readonly error?: { readonly message?: string }
        readonly stdout?: readonly { readonly text?: string }[]
      }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

interface FileResult {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
  readonly status: string
  readonly message?: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages?: readonly string[]
  }[]
}

/** An error that was thrown outside of tests. */
interface StrayError {
  readonly message?: string
  readonly location?: { readonly file: string }
}

/** What Vitest, `strayErrors.ts` or Playwright wrote. Times in milliseconds. */
interface Report {
  readonly testResults?: readonly FileResult[]
  readonly suites?: readonly Suite[]
  readonly errors?: readonly StrayError[]
}

/** The files that took longest, of all these reports, the slowest first. */
export function slowestFiles(reportPaths: readonly string[], count: number): readonly TimedFile[] {
  return read(reportPaths)
    .flatMap(timedFiles)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

/** What failed in all of these reports, in their order. */
export function failedTests(reportPaths: readonly string[]): readonly FailedTest[] {
  return read(reportPaths).flatMap(({ testResults = [], suites = [], errors = [] }) => [
    ...testResults.flatMap(failedInFile),
    ...suites.flatMap((suite) => failedInSuite(suite, suite.file)),
    ...errors.map(failedOutside),
  ])
}

function read(paths: readonly string[]): readonly Report[] {
  return paths.filter((path) => existsSync(path)).map((path) => JSON.parse(readFileSync(path, 'utf8')))
}

function failedInFile({ name, status, message, assertionResults }: FileResult): readonly FailedTest[] {
  const file = relative(projectRoot, name)
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      why: beginning(failureMessages?.[0]),
    }))
  return status === 'failed' && failed.length === 0 ? [{ name: file, why: beginning(message) }] : failed
}

function failedInSuite({ specs, suites = [] }: Suite, path: string): readonly FailedTest[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ title, tests }) => {
      const results = tests.flatMap((test) => test.results)
      const message = results.find(({ error }) => error?.message !== undefined)?.error?.message
      const printed = results.flatMap(({ stdout = [] }) => stdout).map(({ text = '' }) => text)
      const why = [beginning(message), bothEnds(printed.join(''))].filter((part) => part !== '')
      return { name: `${path} › ${title}`, why: why.join('\n') }
    }),
    ...suites.flatMap((suite) => failedInSuite(suite, `${path} › ${suite.title}`)),
  ]
}

function failedOutside({ message, location }: StrayError): FailedTest {
  const where = location === undefined ? [] : [relative(projectRoot, location.file)]
  return { name: [...where, 'outside of tests'].join(' › '), why: beginning(message) }
}

/** What was expected and what came is further down than the first line. */
const beginning = (message = ''): string =>
  linesOf(message)
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')

/** The window comes first, and the newest lines of the log come last. */
function bothEnds(printed: string): string {
  const lines = linesOf(printed)
  return (lines.length > 100 ? [...lines.slice(0, 70), '…', ...lines.slice(-29)] : lines).join('\n')
}

const linesOf = (text: string): readonly string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, 300))

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
