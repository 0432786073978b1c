/**
 * How fast the queue is and what it costs, beside peers on the same service in the same run: makespan of background
 * jobs (a script that polls every 2 s) and of direct ones (a script with the official SDK), polling, 1,000 tasks in
 * flight, queueing. Arguments: `--only makespan,direct,polling,inFlight,enqueue` and `--jobs`, the number of background
 * jobs (default 1,000; the other numbers shrink with it).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildCoreProgram } from '../support/coreProgram'
import { createReport, median } from './support/figure'
import { type Enqueuing, enqueuing } from './support/queue/enqueuing'
import { inFlight } from './support/queue/inFlight'
import { appMakespan, type Makespan, scriptMakespan } from './support/queue/makespan'
import { polling } from './support/queue/polling'

const parts = ['enqueue', 'inFlight', 'makespan', 'direct', 'polling'] as const
const { values } = parseArgs({
  options: { only: { type: 'string', default: parts.join() }, jobs: { type: 'string', default: '1000' } },
})
const jobs = z.coerce.number().int().min(50).parse(values.jobs)
const only = z.array(z.enum(parts)).parse(values.only.split(','))
/** The service's number of slots. */
const slots = 16

const report = createReport()
const folders: string[] = []
async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'cyanotype-queue-'))
  folders.push(made)
  return made
}
const entry = (name: string) => buildCoreProgram(`tests/bench/support/queue/${name}.ts`)
const built = {
  core: await entry('coreProcess'),
  background: await entry('backgroundScript'),
  direct: await entry('directScript'),
  bare: await entry('bareScript'),
}

function compare(name: string, peer: string, app: Makespan, script: Makespan): void {
  const tell = (what: string, value: number, unit: string, target: number | null = null) =>
    report.add({ name: `${name}: ${what}`, value, unit, target })
  tell('app', app.ms / 1000, 's')
  tell(peer, script.ms / 1000, 's')
  tell('app, after the last task ended', app.lastMs / 1000, 's')
  tell(`${peer}, after the last task ended`, script.lastMs / 1000, 's')
  tell(`${peer} / ideal`, script.ms / script.idealMs, 'ratio')
  // Both had the same tasks: the service's durations follow from its seed.
  tell('app / ideal', app.ms / app.idealMs, 'ratio', name === 'direct' ? null : 1.03)
  tell(`app / ${peer}`, app.ms / script.ms, 'ratio', name === 'direct' ? 1.03 : 1)
}

async function runMakespan(): Promise<void> {
  const plan = { jobs, mode: 'background', slots, inFlight: slots * 1.5 } as const
  const app = await appMakespan(built.core.path, { ...plan, folder: await folder() })
  const script = await scriptMakespan(built.background.path, { ...plan, folder: await folder() })
  const peer = 'script polling every 2 s'
  compare('makespan', peer, app, script)
  for (const [who, { pollsPerTask }] of [
    ['app', app],
    [peer, script],
  ] as const)
    report.add({ name: `makespan: polls a task, ${who}`, value: pollsPerTask, unit: 'polls', target: null })
}

async function runDirect(): Promise<void> {
  const plan = { jobs: Math.ceil(jobs * 0.4), mode: 'direct', slots, inFlight: slots } as const
  const script = await scriptMakespan(built.direct.path, { ...plan, folder: await folder() })
  const app = await appMakespan(built.core.path, { ...plan, folder: await folder() })
  compare('direct', 'script with openai and p-limit', app, script)
}

async function runPolling(): Promise<void> {
  const plan = { inFlight: 50, taskMs: 40_000, spread: 0.4 }
  const all = await polling(built.core.path, {
    ...plan,
    jobs: Math.max(100, Math.ceil(jobs * 0.25)),
    folder: await folder(),
  })
  // The first tasks were sent before any duration was known.
  for (const [when, tasks, isBound] of [
    ['before durations were known', all.slice(0, plan.inFlight), false],
    ['with known durations', all.slice(plan.inFlight), true],
  ] as const) {
    const polls = tasks.reduce((sum, task) => sum + task.polls, 0) / tasks.length
    report.add({
      name: `polling ${when}: polls a task`,
      value: polls,
      unit: 'polls',
      target: isBound ? 10 : null,
    })
    report.add({
      name: `polling ${when}: median lag`,
      value: median(tasks.map(({ lag }) => lag)),
      unit: 'of the duration',
      target: isBound ? 0.05 : null,
    })
  }
}

async function runInFlight(): Promise<void> {
  const tasks = Math.min(1000, jobs)
  // Each is due at least every 10 s, so the bucket never has enough tokens.
  const plan = { tasks, pollsPerSecond: tasks / 10, seconds: 20 }
  const told = await inFlight(
    { core: built.core.path, bare: built.bare.path },
    { ...plan, folder: await folder() },
  )
  const tell = (what: string, value: number, unit: string, target: number | null = null) =>
    report.add({ name: `${plan.tasks} in flight: ${what}`, value, unit, target })
  tell('polls a second', told.polls / plan.seconds, 'polls', plan.pollsPerSecond * (1 + 1 / plan.seconds))
  tell('timers', told.timers, 'timers', 1)
  tell('writes by unchanged polls', told.wrote ? 1 : 0, 'writes', 0)
  tell('processor a poll', told.cpuMs, 'ms')
  tell('processor a bare GET', told.bareCpuMs, 'ms')
  tell('processor a poll / a bare GET', told.cpuMs / told.bareCpuMs, 'ratio', 2)
}

async function runEnqueue(): Promise<void> {
  const rounds: Enqueuing[] = []
  while (rounds.length < 3)
    rounds.push(await enqueuing(built.core.path, { folder: await folder(), batches: Math.ceil(jobs / 100) }))
  // Taken from the quietest round: other work on the machine only adds time.
  const quietest = (of: (round: Enqueuing) => number) => Math.min(...rounds.map(of))
  report.add({
    name: 'enqueue: 1,000 jobs durable',
    value: quietest(({ batchMs }) => median(batchMs)),
    unit: 'ms',
    target: 50,
  })
  report.add({
    name: `enqueue: longest task of the core while ${Math.ceil(jobs / 100) * 1000} jobs are queued`,
    value: quietest(({ longestTaskMs }) => longestTaskMs),
    unit: 'ms',
    target: 50,
  })
}

const run: Readonly<Record<(typeof parts)[number], () => Promise<void>>> = {
  makespan: runMakespan,
  direct: runDirect,
  polling: runPolling,
  inFlight: runInFlight,
  enqueue: runEnqueue,
}
try {
  for (const part of parts) if (only.includes(part)) await run[part]()
} finally {
  await Promise.all(Object.values(built).map((program) => program.remove()))
  await Promise.all(folders.map((made) => rm(made, { recursive: true, force: true, maxRetries: 5 })))
}
process.exit(report.exitCode())
