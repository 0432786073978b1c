import { createStartRecord, type PieceKind, type StartRecord } from '../../electron/core/startRecord'
import { createFakeClock } from './fakeClock'
import { coreOptions } from './runningCore'
import { memoryLogger } from './testPorts'

/** The next start of a profile, with notes but no rooms. */
export function watchStart(profile: string): StartRecord {
  const { version } = coreOptions.app
  return createStartRecord({ profile, version, clock: createFakeClock(), logger: memoryLogger() })
}

/** Makes two starts in a row end at this. */
export function fallTwice(profile: string, kind: PieceKind, id: string): void {
  for (let starts = 0; starts < 2; starts++) watchStart(profile).begin(kind, id)
}
