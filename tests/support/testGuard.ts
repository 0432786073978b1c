import { createGuard, type Guard } from '../../electron/core/guard'
import type { Clock, Logger } from '../../electron/core/ports'
import { realClock } from './fakeClock'
import { watchedTasks } from './longTasks'
import { memoryLogger } from './testPorts'

/** A guard for a room on its own: only the log is notified about the disk, and bugs end the test. */
export function testGuard(clock: Clock = realClock, logger: Logger = memoryLogger()): Guard {
  return createGuard({ clock, logger, probe: () => {}, onStorage: () => {}, tasks: watchedTasks })
}
