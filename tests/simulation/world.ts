import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../support/random'

/** What happens at a time: a timer, a packet, the end of a file operation. */
interface Happening {
  readonly at: number
  readonly order: number
  /** The run of the app it belongs to; null for the world outside, which no kill ends. */
  readonly run: number | null
  readonly act: () => void
  cancelled: boolean
}

/** One world: everything in it follows from its seed. Times are milliseconds. */
export interface World {
  readonly seed: number
  readonly random: Random
  /** Since the epoch. */
  now(): number
  /** Since the world began. */
  elapsed(): number
  /** The time of day jumps. */
  setClock(ms: number): void
  /** By how many milliseconds it is ahead, all jumps together; less than 0 if it is behind. */
  clockAhead(): number
  /** The time of day jumped in the last minute: an earlier one can't be compared with a later one. */
  wasClockSet(): boolean
  /** The computer sleeps: the time of day goes on, nothing happens. */
  sleep(ms: number): void
  /** When the computer was started, since the world began. */
  bootedAt(): number
  /** The number of the current run of the app; what an earlier one still waits for never happens. */
  run(): number
  /** No app runs. What is left of the old run finds everything closed, so its errors don't count. */
  isBetweenRuns(): boolean
  beginRun(): void
  /** Ends the run: nothing it waits for happens any more. `reboot`: the computer went off with it. */
  endRun(options: { readonly reboot: boolean }): void
  /** In the app's own time: never happens once the run is over. Returns the disposer. */
  after(ms: number, act: () => void): () => void
  /** In the world outside. Returns the disposer. */
  outside(ms: number, act: () => void): () => void
  /** Lets the next happening up to `end` happen; false when there is none, and then it is `end`. */
  step(end: number): boolean
  /** Notes what happened, for the hash that tells whether two histories are the same. */
  note(line: string): void
  /** Adds a sentence to the story. */
  tell(words: string): void
  readonly story: readonly string[]
  /** What happened and must not. */
  readonly faults: readonly string[]
  fault(words: string): void
  /** Hex, of everything noted so far. */
  hash(): string
}

/** A world begins at noon, or about midnight. */
const beginnings = [
  Date.UTC(2026, 2, 1, 12),
  Date.UTC(2026, 2, 1, 23, 50),
  Date.UTC(2026, 2, 1, 0, 1),
] as const

/** `listener` hears each line of the journal. */
export function createWorld(seed: number, listener?: (line: string) => void): World {
  const random = createRandom(seed)
  const began = random.pick(beginnings)
  const journal = createHash('sha256')
  const heap: Happening[] = []
  const story: string[] = []
  const faults: string[] = []
  let elapsed = 0
  let slept = 0
  let ahead = 0
  let clockSetAt = Number.NEGATIVE_INFINITY
  let order = 0
  let run = 0
  let bootedAt = -3_600_000
  let isBetweenRuns = true

  const isBefore = (one: Happening, other: Happening) =>
    one.at < other.at || (one.at === other.at && one.order < other.order)

  function push(happening: Happening): void {
    let at = heap.length
    heap.push(happening)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (above === undefined || isBefore(above, happening)) break
      heap[at] = above
      at = parent
    }
    heap[at] = happening
  }

  function pop(): Happening | undefined {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      const least = right !== undefined && left !== undefined && isBefore(right, left) ? right : left
      if (least === undefined || isBefore(last, least)) break
      heap[at] = least
      at = least === left ? 2 * at + 1 : 2 * at + 2
    }
    heap[at] = last
    return first
  }

  function plan(ms: number, owner: number | null, act: () => void): () => void {
    const happening: Happening = {
      at: elapsed + Math.max(0, ms),
      order: order++,
      run: owner,
      act,
      cancelled: false,
    }
    push(happening)
    return () => {
      happening.cancelled = true
    }
  }

  const time = () => `${(elapsed / 1000).toFixed(3)} s`

  function tell(words: string): void {
    story.push(`${time()}: ${words}`)
    listener?.(`${time()} * ${words}`)
  }

  return {
    seed,
    random,
    now: () => began + slept + Math.floor(elapsed),
    elapsed: () => elapsed,
    setClock(ms) {
      slept += ms
      ahead += ms
      clockSetAt = elapsed
    },
    clockAhead: () => ahead,
    wasClockSet: () => elapsed - clockSetAt < 60_000,
    sleep(ms) {
      slept += ms
    },
    bootedAt: () => bootedAt,
    run: () => run,
    isBetweenRuns: () => isBetweenRuns,
    beginRun() {
      isBetweenRuns = false
    },
    endRun({ reboot }) {
      isBetweenRuns = true
      run += 1
      if (reboot) bootedAt = elapsed
    },
    // What is left of a run that is over plans nothing more.
    after: (ms, act) => (isBetweenRuns ? () => {} : plan(ms, run, act)),
    outside: (ms, act) => plan(ms, null, act),
    step(end) {
      for (;;) {
        const next = heap[0]
        if (next === undefined || next.at > end) {
          elapsed = Math.max(elapsed, end)
          return false
        }
        pop()
        if (next.cancelled || (next.run !== null && next.run !== run)) continue
        elapsed = next.at
        next.act()
        return true
      }
    },
    note(line) {
      journal.update(`${elapsed} ${line}\n`)
      listener?.(`${time()} ${line}`)
    },
    tell,
    story,
    faults,
    fault(words) {
      faults.push(`${time()}: ${words}`)
      tell(`FAULT ${words}`)
    },
    hash: () => journal.copy().digest('hex'),
  }
}

/** The world this process is in: modules that take the place of Node's have no other way to know it. */
export const ambient: { world: World } = { world: createWorld(0) }
