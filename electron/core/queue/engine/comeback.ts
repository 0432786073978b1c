import type { Guard } from '../../guard'
import type { ItemStore } from '../rows/itemStore'
import type { PauseSwitch } from '../rows/pauseSwitch'
import type { DownloadRests } from './downloads/downloadRests'
import type { Reach } from './interruptions/reach'
import type { SendQuestion } from './interruptions/sendQuestion'
import type { ConnectionPaces } from './pace/connectionPace'
import type { Poller } from './polling/poller'
import type { Claims } from './sending/claims'
import type { Scheduler } from './sending/scheduler'

/**
 * What happens when work can resume: free work at once; paid work after a question, if it has waited for a long time.
 */
export interface Comeback {
  /** The app started; waiting jobs aren't sent yet. */
  started(): void
  /** The service of a connection can be reached again. */
  reached(connectionId: string): void
  /** The computer woke. */
  woken(): void
  /** The system or the user reports that the network may be back. */
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
  /** See `QueueDeps`. */
  readonly mayBeSent: boolean
}): Comeback {
  const { pauseSwitch, paces, claims, items, rests, question, reach, poller, scheduler, guard } = deps

  /** Resuming a paused queue already answers the question. */
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
    // Resuming a queue that is paused doesn't answer what nobody can know.
    started: () => (deps.mayBeSent ? question.consider('all', { anyAge: true }) : ask('all')),
    reached(connectionId) {
      // Tasks that are late go first.
      paces.of(connectionId).postpone(poller.wake(connectionId))
      ask(connectionId)
      resumeDownloads(connectionId)
      scheduler.pump()
    },
    woken() {
      // This process's clock may have stood still in the meantime, but the service's quiet time has not.
      for (const { connectionId, ms } of claims.limits()) paces.of(connectionId).shorten(ms)
      ask('all')
      tryNow()
      poller.wake('all')
      scheduler.pump()
    },
    tryNow,
  }
}
