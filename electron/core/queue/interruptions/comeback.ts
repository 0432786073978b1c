import type { Guard } from '../../guard'
import type { PauseSwitch } from '../commands/pauseSwitch'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { Poller } from '../polling/poller'
import type { ItemStore } from '../rows/itemStore'
import type { Claims } from '../sending/claims'
import type { Scheduler } from '../sending/scheduler'
import type { DownloadRests } from './downloadRests'
import type { Reach } from './reach'
import type { SendQuestion } from './sendQuestion'

/** What is done when things can go on: what is free at once, what is paid after a question if it has waited for long. */
export interface Comeback {
  /** The app started; what waits is not sent yet. */
  started(): void
  /** The service of a connection can be reached again. */
  reached(connectionId: string): void
  /** The computer woke. */
  woken(): void
  /** The network may be back, the system or the person says. */
  tryNow(): void
}

export function createComeback(deps: {
  readonly pauseSwitch: Pick<PauseSwitch, 'isPaused'>
  readonly paces: ConnectionPaces
  readonly claims: Pick<Claims, 'limits'>
  readonly items: Pick<ItemStore, 'forgetUnreached'>
  readonly rests: Pick<DownloadRests, 'end'>
  readonly question: Pick<SendQuestion, 'consider'>
  readonly reach: Pick<Reach, 'probe'>
  readonly poller: Pick<Poller, 'wake'>
  readonly scheduler: Pick<Scheduler, 'pump'>
  readonly guard: Pick<Guard, 'run'>
}): Comeback {
  const { pauseSwitch, paces, claims, items, rests, question, reach, poller, scheduler, guard } = deps

  /** Resuming a paused queue is an answer by itself. */
  function ask(connectionId: string | 'all'): void {
    if (!pauseSwitch.isPaused()) question.consider(connectionId)
  }

  function resumeDownloads(connectionId: string | 'all'): void {
    rests.end(connectionId)
    void guard.run(() => items.forgetUnreached(connectionId))
  }

  function tryNow(): void {
    resumeDownloads('all')
    reach.probe()
  }

  return {
    started: () => ask('all'),
    reached(connectionId) {
      // Tasks that are late go first.
      paces.of(connectionId).postpone(poller.wake(connectionId))
      ask(connectionId)
      resumeDownloads(connectionId)
      scheduler.pump()
    },
    woken() {
      // The clock of this process may have stood still meanwhile, not so the time the service asked for.
      for (const { connectionId, ms } of claims.limits()) paces.of(connectionId).shorten(ms)
      ask('all')
      tryNow()
      poller.wake('all')
      scheduler.pump()
    },
    tryNow,
  }
}
