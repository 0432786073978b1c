import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import {
  buildCoreProgram,
  type CoreProgram,
  type RemovableProgram,
  type Replacement,
} from '../support/coreProgram'

const ports: readonly Replacement[] = [
  { module: 'electron/core/drive', by: 'tests/simulation/drive' },
  { module: 'electron/core/service/sockets', by: 'tests/simulation/sockets' },
  { module: 'electron/core/service/systemLookup', by: 'tests/simulation/sockets' },
  { module: 'electron/core/db/opening/openDatabase', by: 'tests/simulation/openDatabase' },
  { module: 'electron/tables/staging/stagingDatabase', by: 'tests/simulation/stagingDatabase' },
  { module: 'shared/model/partSizes', by: 'tests/simulation/partSizes' },
]

const historySchema = z.object({
  seed: z.number(),
  /** Steps until the first fault, or all. */
  steps: z.number(),
  /** Of everything that happened, hex. */
  hash: z.string(),
  faults: z.array(z.string()).readonly(),
  /** Told of a red history only. */
  story: z.array(z.string()).readonly(),
})

/** As its process prints it: one line of JSON. */
export type LivedHistory = z.infer<typeof historySchema>

/** Builds the program that lives histories, with a world in the place of the computer. `planted`: faults put in. */
export function buildWorld(planted: readonly Replacement[] = []): Promise<RemovableProgram> {
  return buildCoreProgram('tests/simulation/program.ts', [...ports, ...planted])
}

/** Much of the code runs a few times in a history: compiling it well takes longer than running it. */
const flags = ['--enable-source-maps', '--always-sparkplug', '--max-semi-space-size=32']

/** Lives `count` histories in a process of its own, from a seed on. Rejects when the world itself has a bug. */
export async function liveHistories(
  program: CoreProgram,
  given: {
    readonly from: number
    readonly count: number
    /** Told as they were, not shrunk. */
    readonly whole?: boolean
    /** Every line of their journals is printed to stderr. */
    readonly journal?: boolean
  },
): Promise<readonly LivedHistory[]> {
  const { from, count, whole = false, journal = false } = given
  const args = [
    ...['--from', String(from), '--count', String(count)],
    ...(whole ? ['--whole'] : []),
    ...(journal ? ['--journal'] : []),
  ]
  const child = spawn(process.execPath, [...flags, program.path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const lived: LivedHistory[] = []
  for await (const line of createInterface({ input: child.stdout }))
    lived.push(historySchema.parse(JSON.parse(line)))
  if ((await code) !== 0 || lived.length !== count)
    throw new Error(`the world ended after ${lived.length} of ${count} histories from seed ${from}`)
  return lived
}

/** A red history in words, with the seed to live it again. */
export function tellRed({ seed, faults, story }: LivedHistory): string {
  return [`seed ${seed}: ${faults[0]}`, ...story.map((line) => `  ${line}`)].join('\n')
}
