import { createRandom } from '../random'
import { mutant } from './mutations'
import type { Input, Reader } from './reader'

/** Something that no input may cause. */
export interface Fault {
  /** The input; null when it is unknown. */
  readonly index: number | null
  readonly kind: 'broken' | 'late' | 'uncaught' | 'stray'
  readonly what: string
}

export interface FuzzRun {
  readonly done: number
  readonly taken: number
  readonly refused: number
  readonly slowestMs: number
  readonly faults: readonly Fault[]
}

export interface FuzzOptions {
  readonly seed: number
  /** The index of the first input; default 0. */
  readonly from?: number
  readonly count: number
  /** The `performance.now()` after which no input is started; default never. */
  readonly until?: number
  /** Called after a certain number of inputs, with the index of the first one not started. */
  readonly onProgress?: (next: number) => void
}

/** More from one run add nothing new. */
const faultsMaximum = 20
const progressInputs = 200
const lookMs = 250

/** The same for the same seed and index, whatever was read before. */
export function inputOf({ corpus }: Pick<Reader, 'corpus'>, seed: number, index: number): Input {
  const random = createRandom(seed + Math.imul(index + 1, 0x9e3779b1))
  return { bytes: mutant(corpus, random), index, random }
}

/** Gives a reader one mutant after another and collects its forbidden results. Closes the reader. */
export async function fuzz(reader: Reader, options: FuzzOptions): Promise<FuzzRun> {
  const { seed, from = 0, count, until = Number.POSITIVE_INFINITY, onProgress = () => {} } = options
  const faults: Fault[] = []
  const running = new Map<number, { readonly begun: number; readonly giveUp: (late: Error) => void }>()
  const outcomes = { taken: 0, refused: 0 }
  let next = from
  let slowestMs = 0

  const note = (fault: Fault) => {
    if (faults.length < faultsMaximum) faults.push(fault)
  }
  const onUncaught = (problem: unknown) => {
    const [first] = running.keys()
    const others = [...running.keys()].join(', ')
    note({ index: first ?? null, kind: 'uncaught', what: `${traced(problem)} (then under way: ${others})` })
  }
  const look = setInterval(() => {
    for (const { begun, giveUp } of running.values())
      if (performance.now() - begun > reader.limitMs) giveUp(new Late(reader.limitMs))
  }, lookMs)

  async function readOne(index: number): Promise<void> {
    const input = inputOf(reader, seed, index)
    const begun = performance.now()
    try {
      outcomes[
        await new Promise<'taken' | 'refused'>((resolve, reject) => {
          running.set(index, { begun, giveUp: reject })
          reader.read(input).then(resolve, reject)
        })
      ] += 1
      const ms = performance.now() - begun
      slowestMs = Math.max(slowestMs, ms)
      if (ms > reader.limitMs) throw new Late(ms)
    } catch (problem) {
      const kind = problem instanceof Late ? 'late' : 'broken'
      note({ index, kind, what: `${traced(problem)}\n${shown(input.bytes)}` })
    } finally {
      running.delete(index)
    }
  }

  async function readOn(): Promise<void> {
    while (next < from + count && performance.now() < until) {
      const index = next++
      await readOne(index)
      if (index % progressInputs === 0) onProgress(next)
    }
  }

  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
  try {
    await Promise.all(Array.from({ length: reader.atOnce }, readOn))
    for (const what of await reader.close()) note({ index: null, kind: 'stray', what })
    // An unhandled rejection is reported one turn later.
    await new Promise(setImmediate)
  } finally {
    clearInterval(look)
    process.off('uncaughtException', onUncaught)
    process.off('unhandledRejection', onUncaught)
  }
  return { done: next - from, ...outcomes, slowestMs, faults }
}

class Late extends Error {
  constructor(ms: number) {
    super(`no answer within its time: ${Math.round(ms)} ms`)
  }
}

function traced(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}

/** The beginning of an input, in printable form. */
function shown(bytes: Buffer): string {
  return `${bytes.length} bytes: ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`
}
