import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import { createCore } from '../../../../electron/core/createCore'
import type { Clock } from '../../../../electron/core/ports'
import { forkedEntries, serveCore } from '../../../support/coreServing'
import { realClock } from '../../../support/fakeClock'
import { testPorts } from '../../../support/testPorts'
import type { Probe } from './core'

/** The real core on a profile, which also reports what it costs: the route `bench.probe`. */
const given = z
  .object({ folder: z.string(), imaging: z.string(), watchesLoop: z.boolean() })
  .parse(JSON.parse(process.argv[2] ?? ''))

let timers = 0
let mostTimers = 0
const clock: Clock = {
  ...realClock,
  after(ms, callback) {
    let waits = true
    const end = () => {
      if (waits) timers -= 1
      waits = false
    }
    timers += 1
    mostTimers = Math.max(mostTimers, timers)
    const cancel = realClock.after(ms, () => {
      end()
      callback()
    })
    return () => {
      end()
      cancel()
    }
  },
}

const delay = monitorEventLoopDelay({ resolution: 1 })
// Probing every millisecond takes CPU time itself.
if (given.watchesLoop) delay.enable()

function probe(): Probe {
  const { user, system } = process.cpuUsage()
  const told = { cpuMs: (user + system) / 1000, longestTaskMs: delay.max / 1e6, timers: mostTimers }
  delay.reset()
  mostTimers = timers
  return told
}

const core = createCore(
  {
    ...testPorts(given.folder, { processes: forkedEntries({ imaging: given.imaging }) }),
    clock,
  },
  { app: { version: '0.0.0', platform: 'linux', runtime: {} }, diskReserveBytes: 0 },
)
await serveCore({
  ...core,
  handle: async (route, input) =>
    route === 'bench.probe' ? { ok: true, value: probe() } : core.handle(route, input),
})
