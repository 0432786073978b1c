import { onTestFinished } from 'vitest'
import type { Core, CoreEvent, CoreOptions } from '../../electron/core/core'
import { createCore } from '../../electron/core/createCore'
import type { Clock } from '../../electron/core/ports'
import { type Call, callOf } from './call'
import { type ChildProcesses, childProcesses } from './childProcesses'
import { watchedTasks } from './longTasks'
import { type MemorySecrets, type TestPorts, testPorts } from './testPorts'

export interface RunningCore {
  readonly core: Core
  readonly ports: TestPorts
  readonly processes: ChildProcesses
  readonly events: readonly CoreEvent[]
  readonly call: Call
}

export const coreOptions: CoreOptions = {
  app: { version: '0.0.0', platform: 'linux', runtime: {} },
  demo: { taskMs: 300, slots: 8, side: 256 },
  diskReserveBytes: 0,
  tasks: watchedTasks,
}

/** The whole core in this process, with its real children, in a folder; stopped at the end of the test. */
export async function startCore(
  folder: string,
  given: {
    readonly secrets?: MemorySecrets
    readonly options?: Partial<CoreOptions>
    /** Default: the computer's own. */
    readonly clock?: Clock
    /** Before the core is started. */
    readonly prepare?: (ports: TestPorts) => void | Promise<void>
  } = {},
): Promise<RunningCore> {
  const processes = await childProcesses()
  const ports = testPorts(folder, {
    processes,
    ...(given.secrets === undefined ? {} : { secrets: given.secrets }),
    ...(given.clock === undefined ? {} : { clock: given.clock }),
  })
  await given.prepare?.(ports)
  const core = createCore(ports, { ...coreOptions, ...given.options })
  onTestFinished(async () => {
    await core.stop()
    await processes.stop()
  })
  const events: CoreEvent[] = []
  core.subscribe((event) => events.push(event))
  await core.start()
  return { core, ports, processes, events, call: callOf(core.handle) }
}
