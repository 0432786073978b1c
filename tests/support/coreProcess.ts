import { z } from 'zod'
import { createCore } from '../../electron/core/createCore'
import { forkedEntries, serveCore } from './coreServing'
import { fastClock } from './fakeClock'
import { withStuckPlans } from './stuckPlans'
import { memoryLogger, testPorts } from './testPorts'

/** A core in a process of its own, to be killed there: it answers requests that arrive as messages. */
const given = z
  .object({
    folder: z.string(),
    entries: z.object({
      demo: z.string(),
      imaging: z.string(),
      backup: z.string(),
      tables: z.string(),
    }),
    demo: z.object({ taskMs: z.number(), slots: z.number() }),
    /** The answer of the dialog for images. */
    images: z.array(z.string()).default([]),
    /** The same for a folder. */
    chosen: z.string().nullable().default(null),
    /** How often each table's process says what to queue; default always. */
    plans: z.number().nullable().default(null),
    time: z.object({ startedAt: z.number(), speed: z.number() }).default({ startedAt: 0, speed: 1 }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const forked = forkedEntries(given.entries)
const processes = given.plans === null ? forked : withStuckPlans(forked, given.plans)
// A test that fails shows its end.
const logger = memoryLogger((line) => void process.stderr.write(`${JSON.stringify(line)}\n`))
const ports = testPorts(given.folder, { processes, clock: fastClock(given.time), logger })
ports.chosenImages = given.images
ports.chosenFolder = given.chosen
await serveCore(
  createCore(ports, {
    app: { version: '0.0.0', platform: 'linux', runtime: {} },
    demo: { ...given.demo, side: 256 },
    diskReserveBytes: 0,
  }),
)
