import { expect, onTestFinished } from 'vitest'
import { createImaging, type Imaging } from '../../../electron/core/library/imaging'
import { type ChildProcesses, childProcesses } from '../../support/childProcesses'
import { realClock } from '../../support/fakeClock'
import { peakMegabytes } from '../../support/fuzz/processPeak'
import { memoryLogger } from '../../support/testPorts'

/** The imaging process as the core uses it, stopped at the end of the test. */
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

/** Peak memory of the current imaging process, in MiB. */
export function peakOf(processes: ChildProcesses): number {
  const peak = peakMegabytes(processes.running('imaging')[0]?.pid)
  expect(peak).toBeGreaterThan(0)
  return peak
}
