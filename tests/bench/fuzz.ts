/**
 * Gives hostile bytes, many thousands of inputs, to each part of the app that reads untrusted data: answers of services
 * (plain, compressed and as whole HTTP), records in the library, tables, pictures. Half of the pictures are decoded by
 * this Node, the other half by the app's runtime with the app's build of the decoder. Before that, pictures that would take
 * long to read are read alone, and each regular expression that reads answers is given long texts that nearly match.
 *
 * Arguments: `--inputs` (default 1,000,000), `--minutes` (default 10; no input is started later), `--seed`, `--only`
 * one of the parts, and with it `--at` the index of one input, which is then given again alone.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createReport } from './support/figure'
import { isOfPictures, partNames, shares } from './support/fuzz/part'
import { runAgain, runOrder } from './support/fuzz/partProcess'
import { timeAnswers } from './support/fuzz/slowAnswers'
import { timeExpressions } from './support/fuzz/slowExpressions'
import { readSlowPictures } from './support/fuzz/slowPictures'
import { type PartResult, supervise } from './support/fuzz/supervision'

const million = 1_000_000
const memoryMegabytes = 512
/** What a file says is read within this time, whatever it is. */
const slowestMs = 1000
/** The same for an answer of up to 4 MB; parsing some of them takes a third of it. */
const slowestAnswerMs = 3000
/** The same for a regular expression and 100,000 characters: one that isn't linear takes seconds. */
const slowestExpressionMs = 1000

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: String(million) },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '20260301' },
    only: { type: 'string' },
    at: { type: 'string' },
    /** Set by this bench for the processes it starts. */
    part: { type: 'string' },
  },
})
const wanted = z
  .object({
    inputs: z.coerce.number().int().min(1),
    minutes: z.coerce.number().min(0),
    seed: z.coerce.number().int(),
    only: z.enum(partNames).optional(),
    at: z.coerce.number().int().min(0).optional(),
    part: z.string().optional(),
  })
  .parse(values)
const { inputs, minutes, seed, only, at } = wanted

if (wanted.part !== undefined) await runOrder(wanted.part)
else if (only !== undefined && at !== undefined) console.log(await runAgain(only, seed, at))
else process.exit(await bench())

async function bench(): Promise<number> {
  const report = createReport()
  const tell = (name: string, value: number, unit: string) =>
    report.add({ name: `fuzz: ${name}`, value, unit, target: null })
  const none = (name: string, value: number, unit: string) =>
    report.add({ name: `fuzz: ${name}`, value, unit, target: 0 })

  tell('seed', seed, 'seed')
  for (const [name, ms] of await readSlowPictures())
    report.add({ name: `fuzz: a picture of ${name}`, value: ms, unit: 'ms', target: slowestMs })
  for (const [name, ms] of await timeAnswers())
    report.add({ name: `fuzz: an answer with ${name}`, value: ms, unit: 'ms', target: slowestAnswerMs })
  const [[place, ms] = ['none', 0]] = timeExpressions()
  report.add({
    name: `fuzz: the slowest expression: ${place}`,
    value: ms,
    unit: 'ms',
    target: slowestExpressionMs,
  })
  const started = performance.now()
  const until = Date.now() + minutes * 60_000
  const counts = partNames.map((part) => {
    const share = only === undefined ? shares[part] / million : Number(part === only)
    return { part, count: Math.ceil(inputs * share) }
  })
  const results = await Promise.all(
    counts
      .filter(({ count }) => count > 0)
      .map((one) => supervise(process.argv[1] ?? '', { ...one, seed, from: 0, until })),
  )
  tell('time', (performance.now() - started) / 60_000, 'min')
  const sum = (of: (one: PartResult) => number) => results.reduce((total, one) => total + of(one), 0)
  for (const { part, done, taken, slowestMs } of results) {
    tell(`${part}: inputs`, done, 'inputs')
    tell(`${part}: taken for something`, taken, 'inputs')
    tell(`${part}: slowest`, slowestMs, 'ms')
  }
  const done = sum((one) => one.done)
  tell('inputs in total', done, 'inputs')
  tell(
    'pictures',
    sum((one) => (isOfPictures(one.part) ? one.done : 0)),
    'inputs',
  )
  none('inputs not given for want of time', Math.max(0, inputs - done), 'inputs')
  none(
    'crashes of the main process',
    sum((one) => one.crashes),
    'crashes',
  )
  const faultsOf = (kind: PartResult['faults'][number]['kind']) =>
    sum(({ faults }) => faults.filter((fault) => fault.kind === kind).length)
  none('errors that nobody caught', faultsOf('uncaught'), 'errors')
  none('failures that are no AppError', faultsOf('broken'), 'inputs')
  none('answers over their time limit', faultsOf('late'), 'inputs')
  none('files outside of their folder', faultsOf('stray'), 'files')
  tell(
    'processes of readers that ended, and were started again',
    sum((one) => one.ended),
    'processes',
  )
  report.add({
    name: 'fuzz: imaging: memory at its peak',
    value: Math.max(0, ...results.map(({ peakMegabytes }) => peakMegabytes)),
    unit: 'MiB',
    target: memoryMegabytes,
  })
  for (const { part, faults, greedy } of results) {
    const again = (index: number) => `npm run bench -- fuzz --only ${part} --seed ${seed} --at ${index}`
    for (const { index, kind, what } of faults)
      console.error(`${kind}: ${what}\n${index === null ? '' : `Again: ${again(index)}\n`}`)
    for (const { index, megabytes } of greedy)
      console.error(`${Math.round(megabytes)} MiB for this picture, or one beside it: ${again(index)}`)
  }
  return report.exitCode()
}
