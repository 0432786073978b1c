import { onTestFailed, onTestFinished } from 'vitest'
import { type ForkedCore, forkCore } from './coreFork'

/** How many lines of a core's log a failed test shows. */
const shownLines = 80

/** A forked core that is killed at the end of the test; if that fails, it shows the end of the core's log. */
export function forkTestedCore(
  program: string,
  given: object,
  env: Readonly<Record<string, string>> = {},
): ForkedCore {
  let log = ''
  const core = forkCore(program, given, env, [], (text) => {
    log = `${log}${text}`
      .split('\n')
      .slice(-shownLines - 1)
      .join('\n')
  })
  onTestFinished(core.kill)
  onTestFailed(() => console.log(`The log of core ${core.pid}:\n${log}`))
  return core
}
