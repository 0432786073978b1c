import type { Processes } from '../../electron/core/ports'

const isProgress = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'progress'

/** Processes of which the first ones, this many, die of reading a table right after they have reported progress. */
export function withDyingReaders(processes: Processes, deaths: number): Processes {
  let left = deaths
  return {
    start(entry, args) {
      const channel = processes.start(entry, args)
      let isDying = false
      return {
        ...channel,
        onMessage: (listener) =>
          channel.onMessage((message) => {
            if (isDying) return
            listener(message)
            if (left === 0 || !isProgress(message)) return
            isDying = true
            left -= 1
            channel.kill()
          }),
      }
    },
  }
}
