import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Fault, FuzzRun } from '../../../support/fuzz/fuzzRun'
import type { Greedy, Watched } from '../../../support/fuzz/reader'
import type { PartName } from './part'
import { type Order, type Telling, tellingSchema } from './partProcess'

export interface PartResult extends Omit<FuzzRun, 'faults'>, Watched {
  readonly part: PartName
  readonly faults: readonly Fault[]
  /** How often the process that represents the app's main one ended before it was done. */
  readonly crashes: number
}

/** How many inputs are skipped after a crash: one of them caused it. */
const passedOver = 200
const crashesMaximum = 5

/** Runs an order in a separate process, started by this same program; after a crash, the rest in another. */
export async function supervise(program: string, order: Order): Promise<PartResult> {
  const results: Telling[] = []
  let crashes = 0
  let from = order.from
  const end = order.from + order.count
  while (from < end && crashes < crashesMaximum) {
    const last = await runOnce(program, { ...order, from, count: end - from })
    if (last !== null) results.push(last)
    if (last?.kind === 'ended') break
    crashes += 1
    console.error(
      `${order.part}: its process ended at one of ${passedOver} inputs from ${last?.next ?? from}`,
    )
    from = (last?.next ?? from) + passedOver
  }
  return summed(order, results, crashes)
}

/** The last thing the process reported; null if it ended before reporting anything. */
async function runOnce(program: string, order: Order): Promise<Telling | null> {
  const child = fork(program, ['--part', JSON.stringify(order)])
  let last: Telling | null = null
  child.on('message', (message) => {
    last = tellingSchema.parse(message)
  })
  await once(child, 'exit')
  return last
}

function summed({ part, from }: Order, results: readonly Telling[], crashes: number): PartResult {
  let before = from
  const sum = { done: 0, taken: 0, refused: 0, slowestMs: 0, peakMegabytes: 0, ended: 0 }
  const faults: Fault[] = []
  const greedy: Greedy[] = []
  for (const telling of results) {
    sum.peakMegabytes = Math.max(sum.peakMegabytes, telling.watched.peakMegabytes)
    sum.ended += telling.watched.ended
    greedy.push(...telling.watched.greedy)
    if (telling.kind === 'reached') {
      sum.done += telling.next - before
      before = telling.next + passedOver
      continue
    }
    sum.done += telling.run.done
    sum.taken += telling.run.taken
    sum.refused += telling.run.refused
    sum.slowestMs = Math.max(sum.slowestMs, telling.run.slowestMs)
    faults.push(...telling.run.faults)
  }
  return { part, ...sum, faults, greedy, crashes }
}
