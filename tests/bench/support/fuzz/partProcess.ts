import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fuzz, inputOf } from '../../../support/fuzz/fuzzRun'
import type { Reader } from '../../../support/fuzz/reader'
import { startReader } from '../../../support/fuzz/readers'
import { type PartName, partNames, readerOf } from './part'

/** The order given to a part's process, as JSON. */
export const orderSchema = z.object({
  part: z.enum(partNames),
  seed: z.number(),
  from: z.number(),
  count: z.number(),
  /** Milliseconds since the epoch, after which no input is started. */
  until: z.number(),
})
export type Order = z.infer<typeof orderSchema>

const watchedSchema = z.object({
  peakMegabytes: z.number(),
  greedy: z.array(z.object({ index: z.number(), megabytes: z.number() })),
  ended: z.number(),
})
const runSchema = z.object({
  done: z.number(),
  taken: z.number(),
  refused: z.number(),
  slowestMs: z.number(),
  faults: z.array(
    z.object({
      index: z.number().nullable(),
      kind: z.enum(['broken', 'late', 'uncaught', 'stray']),
      what: z.string(),
    }),
  ),
})

/** What it reports: its progress, and finally the result. */
export const tellingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reached'), next: z.number(), watched: watchedSchema }),
  z.object({ kind: z.literal('ended'), run: runSchema, watched: watchedSchema }),
])
export type Telling = z.infer<typeof tellingSchema>

/** In memory, if the system has such a folder with room in it: everything made durable here is soon removed. */
async function quickFolder(): Promise<string> {
  const room = await statfs('/dev/shm').catch(() => null)
  return room !== null && room.bavail * room.bsize >= 2 ** 30 ? '/dev/shm' : tmpdir()
}

async function withReader<T>(part: PartName, work: (reader: Reader) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await quickFolder(), 'cyanotype-fuzz-'))
  const runtime = part === 'electronPictures' ? process.env.ELECTRON_EXEC_PATH : undefined
  try {
    return await work(await startReader(readerOf(part), folder, runtime === undefined ? {} : { runtime }))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The main function of a process that was given an order. */
export async function runOrder(json: string): Promise<void> {
  const { part, seed, from, count, until } = orderSchema.parse(JSON.parse(json))
  const tell = (telling: Telling) => void process.send?.(telling)
  await withReader(part, async (reader) => {
    const watched = () => {
      const { peakMegabytes = 0, greedy = [], ended = 0 } = reader.watch?.() ?? {}
      return { peakMegabytes, greedy: [...greedy], ended }
    }
    const run = await fuzz(reader, {
      seed,
      from,
      count,
      until: performance.now() + (until - Date.now()),
      onProgress: (next) => tell({ kind: 'reached', next, watched: watched() }),
    })
    tell({ kind: 'ended', run: { ...run, faults: [...run.faults] }, watched: watched() })
  })
  process.disconnect()
}

/** Gives one input again, alone; returns the result. */
export function runAgain(part: PartName, seed: number, index: number): Promise<string> {
  return withReader(part, async (reader) => {
    const input = inputOf(reader, seed, index)
    console.log(JSON.stringify(input.bytes.toString('latin1')))
    const run = await fuzz(reader, { seed, from: index, count: 1 })
    const { peakMegabytes = 0 } = reader.watch?.() ?? {}
    const faults = run.faults.map(({ kind, what }) => `${kind}: ${what}`)
    return [...faults, `${faults.length} faults, ${Math.round(peakMegabytes)} MiB at the peak`].join('\n')
  })
}
