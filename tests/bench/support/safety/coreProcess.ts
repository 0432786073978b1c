import { z } from 'zod'
import { createCore } from '../../../../electron/core/createCore'
import type { Ports } from '../../../../electron/core/ports'
import { forkedEntries, serveCore } from '../../../support/coreServing'
import { fastClock } from '../../../support/fakeClock'
import { createRandom } from '../../../support/random'
import { testPorts } from '../../../support/testPorts'
import { lastingSecrets } from './benchPorts'

/** The real core on a profile, with faster time, short timeouts and a keychain that outlives it. */
const given = z
  .object({
    folder: z.string(),
    imaging: z.string(),
    /** Milliseconds since the epoch, the same for every process of a run. */
    startedAt: z.number(),
    /** How many times faster our own waits pass; the network's time is not changed. */
    speed: z.number(),
    /** Milliseconds. */
    timeouts: z.object({ paid: z.number(), free: z.number() }),
    /** A different one for every life. */
    seed: z.number(),
    /** How often, 0 to 1, requests go through a proxy that isn't there: they are refused before they are written. */
    refused: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const clock = fastClock(given)
const secrets = lastingSecrets
const { paid, free } = given.timeouts
const random = createRandom(given.seed)
/** Nothing listens on the port of `discard`. */
const proxy: Ports['proxy'] = {
  resolve: async () => (random.chance(given.refused) ? 'http://127.0.0.1:9' : null),
}

await serveCore(
  createCore(
    {
      ...testPorts(given.folder, { processes: forkedEntries({ imaging: given.imaging }) }),
      clock,
      secrets,
      proxy,
    },
    {
      app: { version: '0.0.0', platform: 'linux', runtime: {} },
      diskReserveBytes: 0,
      timeouts: { direct: paid, background: paid, body: paid, poll: free, download: free },
    },
  ),
)
