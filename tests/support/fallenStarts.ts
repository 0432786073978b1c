import { createStartRecord, type PieceKind, type StartRecord } from '../../electron/core/startRecord'
import { createFakeClock } from './fakeClock'
import { coreOptions } from './runningCore'
import { memoryLogger } from './testPorts'

/** The next start of a profile, with notes but no rooms. */
export function watchStart(profile: string): StartRecord {
  const { version } = coreOptions.app
  return createStartRecord({ profile, version, clock: createFakeClock(), logger: memoryLogger() })
}

/** Makes two starts in a row end at these. */
export function fallTwice(
  profile: string,
  ...pieces: readonly (readonly [kind: PieceKind, id: string])[]
): void {
  for (let starts = 0; starts < 2; starts++) {
    const watch = watchStart(profile)
    for (const [kind, id] of pieces) watch.begin(kind, id)
  }
}

/** What is first of what was left out no longer is. */
export function takeUpNext(starts: StartRecord): void {
  const [next] = starts.leftOut()
  if (next !== undefined) void starts.takeUp(next)
}
