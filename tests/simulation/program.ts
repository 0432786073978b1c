import './determinism'
import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { liveHistory } from './history'
import { shrink } from './shrink'
import { ambient } from './world'

/** Lives histories from `--from` on, `--count` of them, and prints one JSON line each; a red one is shrunk first. */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    count: { type: 'string', default: '1' },
    /** Tells a red history as it was: it is not shrunk. */
    whole: { type: 'boolean', default: false },
    /** Prints every line of the journal to stderr. */
    journal: { type: 'boolean', default: false },
  },
})

function ended(problem: unknown): void {
  if (ambient.world.isBetweenRuns()) return
  ambient.world.fault(
    `the app would have ended: ${problem instanceof Error ? problem.stack : String(problem)}`,
  )
}

// Making traces of errors that nobody reads takes a tenth of the time.
if (!values.journal) Error.stackTraceLimit = 0

process.on('uncaughtException', ended)
process.on('unhandledRejection', ended)
process.on('warning', ({ name, message }) => ambient.world.fault(`Node warns: ${name} ${message}`))

const options = values.journal ? { listener: (line: string) => console.error(line) } : {}
const first = Number(values.from)
try {
  for (let seed = first; seed < first + Number(values.count); seed++) {
    const lived = await liveHistory(seed, options)
    const told =
      lived.faults.length === 0 || values.whole || values.journal ? lived : await shrink(lived, options)
    writeSync(1, `${JSON.stringify({ ...told, story: told.faults.length === 0 ? [] : told.story })}\n`)
  }
} catch (problem) {
  // A bug of the world itself, not of what lives in it.
  console.error(problem)
  process.exitCode = 1
}
process.exit()
