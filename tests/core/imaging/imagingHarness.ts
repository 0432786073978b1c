import { onTestFinished } from 'vitest'
import { createImaging, type Imaging } from '../../../electron/core/library/imaging'
import { type ChildProcesses, childProcesses } from '../../support/childProcesses'
import { realClock } from '../../support/fakeClock'
import { memoryLogger } from '../../support/testPorts'

/** The imaging process as the core uses it, ended with the test. */
export async function startImaging(options: { readonly memoryBound?: number } = {}): Promise<{
  readonly imaging: Imaging
  readonly processes: ChildProcesses
}> {
  const processes = await childProcesses()
  const imaging = createImaging({ processes, clock: realClock, logger: memoryLogger(), ...options })
  onTestFinished(async () => {
    await imaging.stop()
    await processes.stop()
  })
  return { imaging, processes }
}
