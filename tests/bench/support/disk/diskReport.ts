import type { createReport } from '../figure'
import type { DiskFindings } from './diskFindings'

export interface DiskOutcome {
  readonly name: 'failing disk' | 'slow disk'
  /** Of each profile. */
  readonly found: readonly DiskFindings[]
  readonly minutes: number
  /** That were wanted. */
  readonly faults: number
}

const refusal = 'refused '

/** Figures: name, value of a profile, unit. */
type Rows = readonly (readonly [string, (one: DiskFindings) => number, string])[]

/** Prints the figures of a run, and below them what is known of each that missed its target. */
export function reportDisk(outcome: DiskOutcome, report: ReturnType<typeof createReport>): void {
  const { name: disk, found, minutes, faults } = outcome
  const sum = (of: (one: DiskFindings) => number) => found.reduce((total, one) => total + of(one), 0)
  const add = (target: number | null) => (name: string, value: number, unit: string) =>
    report.add({ name: `${disk}: ${name}`, value, unit, target })
  const tell = add(null)
  const none = add(0)
  const notes = found.flatMap((one) => one.notes)

  tell('time', minutes, 'min')
  const met = new Map<string, number>()
  for (const line of notes.filter((note) => note.startsWith(refusal))) {
    const what = line.slice(refusal.length)
    met.set(what, (met.get(what) ?? 0) + 1)
  }
  for (const [what, times] of [...met].sort()) tell(`faults met: ${what}`, times, 'faults')
  // libfiu counts nothing: each of these is at least one fault it injected, and some are got over unseen.
  const all = [...met.values()].reduce((total, times) => total + times, 0)
  tell('faults met', all, 'faults')
  none('faults not met for want of time', Math.max(0, faults - all), 'faults')
  const told: Rows = [
    ['kill -9', ({ kills }) => kills, 'kills'],
    ['quits', ({ quits }) => quits, 'quits'],
    ['starts refused with a reason', ({ refusedStarts }) => refusedStarts, 'starts'],
    ['jobs', ({ jobs }) => jobs, 'jobs'],
    ['jobs done', ({ states }) => states.get('done') ?? 0, 'jobs'],
    ['jobs failed', ({ states }) => states.get('failed') ?? 0, 'jobs'],
  ]
  for (const [name, of, unit] of told) tell(name, sum(of), unit)
  add(sum(({ uncertainAtMost }) => uncertainAtMost))(
    'jobs uncertain',
    sum(({ uncertain }) => uncertain),
    'jobs',
  )
  const bugs = notes.filter((note) => /^(uncaught|unhandled)/.test(note))
  none('uncaught exceptions and unhandled rejections', bugs.length, 'errors')
  const judged: Rows = [
    ['processes that ended by themselves', ({ byItself }) => byItself, 'processes'],
    ['processes that hung', ({ hangs }) => hangs, 'processes'],
    ['jobs lost or without an end', ({ lost }) => lost, 'jobs'],
    ['requests sent again that may have been taken', ({ repeated }) => repeated, 'requests'],
    ['jobs refused by 429 or 401 and not done', ({ stopped }) => stopped, 'jobs'],
    ['jobs uncertain or failed without a cause', ({ unexplained }) => unexplained, 'jobs'],
    ['accepted tasks without their image', ({ missing }) => missing, 'tasks'],
    ['images without a thumbnail', ({ hidden }) => hidden, 'images'],
    ['image files too many', ({ stray }) => stray, 'files'],
    ['damaged rows and databases', ({ damaged }) => damaged, 'finds'],
    ['temporary files left', ({ leftovers }) => leftovers.length, 'files'],
  ]
  for (const [name, of, unit] of judged) none(name, sum(of), unit)

  const remarks = [
    ...bugs,
    ...found.flatMap(({ leftovers }) => leftovers.map((path) => `left: ${path}`)),
    ...found.flatMap((one) => one.remarks),
  ]
  for (const remark of remarks.slice(0, 20)) console.error(remark)
}
