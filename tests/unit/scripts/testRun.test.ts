import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from '../../../scripts/testRun/counts'
import { failedTests, slowestFiles } from '../../../scripts/testRun/reports'
import { check, level, table, total } from '../../../scripts/testRun/row'
import StrayErrors from '../../../scripts/testRun/strayErrors'

const root = resolve(import.meta.dirname, '../../..')

describe('counts of a run', () => {
  let folder: string
  let report: string
  const write = (content: unknown): void => writeFileSync(report, JSON.stringify(content))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counts-'))
    report = join(folder, 'report.json')
  })

  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('are listed by folder under tests/, and a file that could not be run is a failure', () => {
    const results = (...states: readonly string[]) => states.map((status) => ({ status }))
    write({
      testResults: [
        {
          name: join(root, 'tests/unit/a.test.ts'),
          status: 'passed',
          assertionResults: results('passed', 'pending'),
        },
        {
          name: join(root, 'tests/unit/b.test.ts'),
          status: 'failed',
          assertionResults: results('passed', 'failed'),
        },
        { name: join(root, 'tests/core/c.test.ts'), status: 'failed', assertionResults: [] },
      ],
    })
    expect(Object.fromEntries(vitestCounts(report))).toEqual({
      unit: { passed: 2, failed: 1, skipped: 1 },
      core: { passed: 0, failed: 1, skipped: 0 },
    })
  })

  test('count an error outside the tests as a failure', () => {
    write({
      stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 2 },
      errors: [{ message: 'No tests found' }],
    })
    expect(playwrightCounts(report)).toEqual({ passed: 4, failed: 1, skipped: 2 })
  })

  test('come with the files that took longest, of both runners', () => {
    const took = (...durations: readonly number[]) => ({
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    })
    write({ testResults: [{ name: join(root, 'tests/unit/a.test.ts'), startTime: 1000, endTime: 4000 }] })
    const other = join(folder, 'other.json')
    const inner = { file: 'tests/e2e/b.test.ts', specs: [took(1500, 2000)] }
    const outer = { file: 'tests/e2e/b.test.ts', specs: [took(500)], suites: [inner] }
    const quick = { file: 'tests/e2e/c.test.ts', specs: [took(10)] }
    writeFileSync(other, JSON.stringify({ suites: [quick, outer] }))
    expect(slowestFiles([report, other, join(folder, 'missing.json')], 2)).toEqual([
      { file: 'tests/e2e/b.test.ts', seconds: 4 },
      { file: 'tests/unit/a.test.ts', seconds: 3 },
    ])
  })

  test('come with the names of what failed, and how its message begins', () => {
    const failing = (message: string, ...printed: readonly string[]) => ({
      results: [{ duration: 1, error: { message }, stdout: printed.map((text) => ({ text })) }],
    })
    write({
      testResults: [
        {
          name: join(root, 'tests/unit/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'adds', status: 'passed' },
            { fullName: 'divides', status: 'failed', failureMessages: ['\u001b[31mNot 2\u001b[39m\n  at a'] },
          ],
        },
        {
          name: join(root, 'tests/unit/b.test.ts'),
          status: 'failed',
          message: 'No such file',
          assertionResults: [],
        },
      ],
    })
    const other = join(folder, 'other.json')
    const specs = [
      { title: 'opens', ok: true, tests: [failing('at first')] },
      {
        title: 'closes',
        ok: false,
        tests: [failing('Not as expected\n\nReceived: 2', 'The window:\n- button\n', 'The log:\n{}\n')],
      },
    ]
    const file = 'tests/e2e/c.test.ts'
    writeFileSync(
      other,
      JSON.stringify({ suites: [{ file, specs: [], suites: [{ file, title: 'a window', specs }] }] }),
    )
    expect(failedTests([report, other, join(folder, 'missing.json')])).toEqual([
      { name: 'tests/unit/a.test.ts › divides', why: 'Not 2' },
      { name: 'tests/unit/b.test.ts', why: 'No such file' },
      {
        name: 'tests/e2e/c.test.ts › a window › closes',
        why: 'Not as expected\nReceived: 2\nThe window:\n- button\nThe log:\n{}',
      },
    ])
  })

  test('come with what was thrown outside of tests, and where, of both runners', () => {
    const strays = new StrayErrors()
    strays.onInit({ config: { outputFile: { json: 'elsewhere', strays: report } } })
    const file = join(root, 'tests/core/a.test.ts')
    strays.onTestRunEnd(
      [],
      [
        { name: 'TypeError', message: 'It has no end\n  at b', VITEST_TEST_PATH: file },
        { message: 'The pool is gone' },
      ],
    )
    const other = join(folder, 'other.json')
    const error = { message: 'Error: No tests found', location: { file: join(root, 'tests/e2e/c.test.ts') } }
    writeFileSync(other, JSON.stringify({ suites: [], errors: [error] }))
    expect(failedTests([report, other])).toEqual([
      { name: 'tests/core/a.test.ts › outside of tests', why: 'TypeError: It has no end' },
      { name: 'outside of tests', why: 'The pool is gone' },
      { name: 'tests/e2e/c.test.ts › outside of tests', why: 'Error: No tests found' },
    ])
  })

  test('tell of much that was printed the beginning and the end', () => {
    const printed = Array.from({ length: 500 }, (_, at) => `line ${at}`)
    const results = [{ duration: 1, error: { message: 'Gone' }, stdout: [{ text: printed.join('\n') }] }]
    const specs = [{ title: 'stays', ok: false, tests: [{ results }] }]
    write({ suites: [{ file: 'tests/e2e/c.test.ts', specs }] })
    const [failed] = failedTests([report])
    expect(failed?.why.split('\n')).toEqual(['Gone', ...printed.slice(0, 70), '…', ...printed.slice(-29)])
  })

  test('are none without a report', () => {
    expect(failedTests([report])).toEqual([])
    expect(playwrightCounts(report)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})

describe('rows of the table', () => {
  const counts = { passed: 5, failed: 0, skipped: 1 }

  test('fail once if the command failed though no test did', () => {
    expect(level('tests: e2e', counts, false)).toMatchObject({ status: 'failed', counts: { failed: 1 } })
    expect(level('tests: e2e', counts, true)).toMatchObject({ status: 'passed', counts: { failed: 0 } })
  })

  test('add up, with a check counting as one', () => {
    const rows = [check('types', true), check('lint', false), level('tests: unit', counts, true)]
    expect(total(rows)).toEqual({ passed: 6, failed: 1, skipped: 1 })
  })

  test('are aligned in columns', () => {
    const lines = table([check('types', true), level('tests: unit', counts, true, 'fast')]).split('\n')
    expect(lines[2]).toBe('tests: unit  passed       5       0        1        fast')
  })
})
