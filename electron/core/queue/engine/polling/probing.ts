import type { Connections } from '../../../connections/connections'
import type { Clock } from '../../../ports'
import type { PolledTask } from './polledTasks'
import { probeIntervalMs } from './pollPace'

/** The polls of held connections that find out whether they may go on. Times are monotonic milliseconds. */
export interface Probing {
  /** When a held connection may be probed next. */
  nextAt(connectionId: string): number
  /** The task of those due that tells the most, which is polled now; null if none is due. */
  choose(connectionId: string, due: readonly PolledTask[]): PolledTask | null
  /** The connection isn't held any more. */
  end(connectionId: string): void
}

interface Probes {
  inVain: number
  nextAt: number
}

export function createProbing(deps: {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly random: () => number
  readonly connections: Pick<Connections, 'find' | 'freeze'>
}): Probing {
  const { clock, random, connections } = deps
  const probes = new Map<string, Probes>()

  const after = (inVain: number): Probes => ({
    inVain,
    nextAt: clock.monotonic() + probeIntervalMs(inVain, random),
  })

  function of(connectionId: string): Probes {
    const known = probes.get(connectionId) ?? after(0)
    probes.set(connectionId, known)
    return known
  }

  return {
    nextAt: (connectionId) => of(connectionId).nextAt,
    choose(connectionId, due) {
      const keyId = connections.find(connectionId) === null ? null : connections.freeze(connectionId).keyId
      // First those that the key in use got an answer about, then all in turn: the service may refuse any one for good.
      const answered = due.filter(({ acceptedKey }) => acceptedKey !== null && acceptedKey === keyId)
      const tasks = answered.length > 0 ? answered : due
      const task = tasks.reduce<PolledTask | null>(
        (first, task) => (first === null || task.dueAt < first.dueAt ? task : first),
        null,
      )
      if (task !== null) probes.set(connectionId, after(of(connectionId).inVain + 1))
      return task
    },
    end(connectionId) {
      probes.delete(connectionId)
    },
  }
}
