import type { Processes } from '../../electron/core/ports'

const isPlan = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'plan'

/**
 * Processes of which each that has a table answers only this often what to queue of it, and not at all afterwards: a
 * longer table stays half queued until it is closed, or the core ends.
 */
export const withStuckPlans = (processes: Processes, answers: number): Processes => ({
  start(entry, args) {
    const channel = processes.start(entry, args)
    let plans = 0
    return {
      ...channel,
      onMessage: (listener) =>
        channel.onMessage((message) => {
          if (!isPlan(message) || ++plans <= answers) listener(message)
        }),
    }
  },
})
