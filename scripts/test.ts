import { join } from 'node:path'
import { scratchFolder } from './project.ts'
import { longTasks, noteLongTasks } from './testRun/longTasks.ts'
import { failedTests, slowestFiles } from './testRun/reports.ts'
import { type Row, table, total } from './testRun/row.ts'
import { reports, type Step, steps, type TestRun } from './testRun/steps.ts'

const usage = `Usage: npm test [-- --only <step>[,<step>]]
       npm run test:long [-- --only <step>[,<step>] | --keep-coverage]
Steps: check (the quick ones), ${steps.map(({ name }) => name).join(', ')}`

const given = process.argv.slice(2)
const flags = ['--long', '--keep-coverage'].filter((flag) => given.includes(flag))
const how: TestRun = {
  isLong: flags.includes('--long'),
  keepsCoverage: flags.includes('--keep-coverage'),
}
const chosen = chosenSteps(given.filter((arg) => !flags.includes(arg)))
const rows: Row[] = []
const tasksFile = join(scratchFolder, 'results', 'longTasks.jsonl')
noteLongTasks(tasksFile)
const isQuick = ({ quick }: Step): boolean => quick === true
rows.push(...(await twoAtATime(chosen.filter(isQuick))))
const inLane = (lane: Step['lane']) => chosen.filter((step) => !isQuick(step) && step.lane === lane)
rows.push(...(await oneByOne(inLane(undefined))))
rows.push(...(await Promise.all([inLane('node'), inLane('app')].map(oneByOne))).flat())

const { passed, failed, skipped } = total(rows)
console.log(`\n${table(rows)}\n`)
const slowest = slowestFiles(reports, 10)
if (slowest.length > 0) console.log('The slowest files:')
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
if (slowest.length > 0) console.log()
const long = longTasks(tasksFile, 20)
if (long.length > 0) console.log(`Tasks of the main process over 50 ms:\n${long.join('\n')}\n`)
const broken = failedTests(reports)
if (broken.length > 0) console.log('Failed:')
for (const { name, why } of broken) console.log(`${name}\n    ${why.replaceAll('\n', '\n    ')}`)
if (broken.length > 0) console.log()
process.exitCode = failed > 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)

function chosenSteps(args: readonly string[]): readonly Step[] {
  if (args.length === 0)
    return steps.filter(
      ({ ciOnly, longOnly }) => (!ciOnly || process.env.CI === 'true') && (!longOnly || how.isLong),
    )
  const [flag, list] = args
  if (args.length !== 2 || flag !== '--only' || !list) fail()
  const wanted = new Set(list.split(','))
  if (wanted.delete('check')) for (const { name, quick } of steps) if (quick) wanted.add(name)
  for (const name of wanted) {
    const step = steps.find((candidate) => candidate.name === name)
    if (!step) fail()
    for (const needed of step.needs ?? []) wanted.add(needed)
  }
  return steps.filter(({ name }) => wanted.has(name))
}

/** Each has one core busy most of the time, and prints what it has to say at its end. */
async function twoAtATime(quick: readonly Step[]): Promise<readonly Row[]> {
  const found: (readonly Row[])[] = []
  const waiting = [...quick.entries()]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      found[next[0]] = await timedRows(next[1])
  }
  await Promise.all([work(), work()])
  return found.flat()
}

async function oneByOne(some: readonly Step[]): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const step of some) {
    console.log(`\n--- ${step.name}`)
    found.push(...(await timedRows(step)))
  }
  return found
}

/** The time a step took is in its first row. A step that throws has failed, and the others go on. */
async function timedRows(step: Step): Promise<readonly Row[]> {
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  try {
    const [first, ...rest] = await step.run(how)
    return first ? [{ ...first, seconds: seconds() }, ...rest] : []
  } catch (error) {
    console.error(error)
    return [
      { name: step.name, status: 'failed', seconds: seconds(), note: String(error).split('\n')[0] ?? '' },
    ]
  }
}

function fail(): never {
  console.error(usage)
  process.exit(2)
}
