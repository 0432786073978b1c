import { describe, expect, test } from 'vitest'
import { sourceFiles } from './sourceFiles'
import { timed } from './untimed'

/** Those in which time is a tool or the subject, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'tests/support/eventually.ts': 'is what waits',
  'tests/support/fakeClock.ts': 'makes clocks',
  'tests/support/longTasks.ts': 'tells at the end of a run what took long; nothing is judged by it',
  'tests/support/fuzz/fuzzRun.ts': 'a bench gives it limits',
  'tests/support/fuzz/readers/http.ts': 'plays a slow disk',
  'tests/core/randomKills.test.ts': 'kills at a moment that is drawn',
  'tests/e2e/fixtures/passingWords.ts': 'holds what the window would let pass',
  'tests/shell/keychain.test.ts': 'a keychain that doesn’t answer',
}

describe('no test depends on the speed of the machine:', () => {
  const files = sourceFiles().filter(({ path }) => /^tests\/(?!bench\/|architecture\/).*\.tsx?$/.test(path))

  test('none measures a time, pauses, or has a time limit of its own', () => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter(({ path }) => !(path in allowed)).flatMap(timed)).toEqual([])
  })

  test('each exception is needed', () => {
    const needed = files.filter((file) => timed(file).length > 0).map(({ path }) => path)
    expect(Object.keys(allowed).filter((path) => !needed.includes(path))).toEqual([])
  })
})

describe('a test that depends on it is found:', () => {
  test.each([
    ['const begun = performance.now()', 'a stopwatch'],
    ['expect(Date.now() - begun).toBeLessThan(5)\nconst begun = Date.now()', 'a stopwatch'],
    ['const clicked = Date.now()\nexpect(last - clicked).toBeLessThan(5)', 'a stopwatch'],
    ['const { user } = process.cpuUsage()', 'a stopwatch'],
    ["import { setTimeout as pause } from 'node:timers/promises'", 'a pause'],
    ['await new Promise((resolve) => setTimeout(resolve, 50))', 'a pause'],
    ['await page.waitForTimeout(50)', 'a pause'],
    ["test('a', { timeout: 20_000 }, () => {})", 'a time limit of its own'],
    ['await eventually(isDone, { timeoutMs: 5000 })', 'a time limit of its own'],
    ['vi.setConfig({ testTimeout: 20_000 })', 'a time limit of its own'],
    ['test.setTimeout(180_000)', 'a time limit of its own'],
    ['beforeAll(async () => {\n}, 60_000)', 'a time limit of its own'],
  ])('%s', (text, what) => {
    expect(timed({ path: 'planted.ts', text })).toContain(`planted.ts: ${what}`)
  })

  test.each([
    'end(bench, Date.now() - 25 * hour)',
    'const now = Date.now()\nexpect(now).toBe(now)',
    "import { setImmediate as nextTurn } from 'node:timers/promises'\nawait nextTurn()",
    'vi.useFakeTimers()\nconst start = performance.now()\nexpect(performance.now() - start).toBe(5)',
  ])('but not %s', (text) => {
    expect(timed({ path: 'planted.ts', text })).toEqual([])
  })

  test.each([
    ['vi.advanceTimersByTime(5)', []],
    ['vi.useRealTimers()', ['a stopwatch']],
  ])('in the window only on the computer’s clock: %s', (line, found) => {
    const path = 'tests/renderer/planted.ts'
    const text = `${line}\nconst start = performance.now()`
    expect(timed({ path, text })).toEqual(found.map((what) => `${path}: ${what}`))
  })
})
