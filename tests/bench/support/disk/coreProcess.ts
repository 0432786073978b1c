import { AppFailure } from '@shared/errors'
import { z } from 'zod'
import { createCore } from '../../../../electron/core/createCore'
import { isFileProblem, storageProblem } from '../../../../electron/core/storageProblem'
import { forkedEntries, serveCore } from '../../../support/coreServing'
import { fastClock } from '../../../support/fakeClock'
import { testPorts } from '../../../support/testPorts'
import { lastingSecrets } from '../safety/benchPorts'
import { refusedToStart, stopRoute, thumbnailRoute } from './diskCore'
import { note, noteRefusals } from './diskNotes'

/** The real core on a profile, for a process whose disk fails: what it meets is noted, and it can be asked to quit. */
const given = z
  .object({
    folder: z.string(),
    imaging: z.string(),
    /** Of what it meets. */
    notes: z.string(),
    /** Milliseconds since the epoch, the same for every process of a run. */
    startedAt: z.number(),
    /** How many times faster waits of ours pass. */
    speed: z.number(),
    /** Milliseconds. */
    timeouts: z.object({ paid: z.number(), free: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

// Only the core is under faults, not what it starts.
delete process.env.LD_PRELOAD

// A bug is told with all that led to it.
Error.stackTraceLimit = 50

const { notes } = given
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (problem: unknown) => {
    note(notes, `${event} ${problem instanceof Error ? problem.stack : String(problem)}`)
    process.exit(1)
  })
await noteRefusals(notes)

const clock = fastClock(given)
const secrets = lastingSecrets
const { paid, free } = given.timeouts

/** The app says why it can't start, and ends. */
function refuse(problem: unknown): never {
  const isRefused = isFileProblem(problem) || storageProblem(problem) !== null
  if (!(problem instanceof AppFailure || isRefused)) throw problem
  note(notes, `unopened ${problem instanceof AppFailure ? problem.error.code : 'storageUnwritable'}`)
  process.exit(refusedToStart)
}

function openCore() {
  try {
    return createCore(
      {
        ...testPorts(given.folder, { processes: forkedEntries({ imaging: given.imaging }) }),
        clock,
        secrets,
      },
      {
        app: { version: '0.0.0', platform: 'linux', runtime: {} },
        diskReserveBytes: 0,
        timeouts: { direct: paid, background: paid, body: paid, poll: free, download: free },
      },
    )
  } catch (problem) {
    return refuse(problem)
  }
}

const core = openCore()
await serveCore({
  ...core,
  async handle(route, input) {
    if (route === stopRoute) return { ok: true, value: await core.stop() }
    if (route !== thumbnailRoute) return core.handle(route, input)
    return { ok: true, value: (await core.images.thumbnail(z.string().parse(input), 'thumb')) !== null }
  },
}).catch(refuse)
