import { coalesced } from './coalesced'

/** Follows changes that may come ten times a second, and rests in between to leave time for other work. */
export interface Follower {
  /** Something has changed: it is followed at once, or after a rest. */
  follow(): void
  /** The user has changed something and waits to see it: for a second there is no rest. */
  hurry(): void
  stop(): void
}

/** How long there is no rest after that, in milliseconds: by then the main process has announced the change. */
const hurryMs = 1000

/** Four times as long as the read took, half a second at most; in milliseconds. */
export const usualRest = (took: number): number => Math.min(500, 4 * took)

/** `read` must not reject; it never runs twice at once. `restAfter`: how long to rest after a read, in milliseconds. */
export function createFollower(read: () => Promise<void>, restAfter = usualRest): Follower {
  let endRest = () => {}
  let hurriesUntil = 0
  let stopped = false

  const refresh = coalesced(async () => {
    if (stopped) return
    const began = performance.now()
    await read()
    const now = performance.now()
    if (stopped || now < hurriesUntil) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restAfter(now - began))
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  })

  return {
    follow: () => void refresh(),
    hurry() {
      hurriesUntil = performance.now() + hurryMs
      endRest()
    },
    stop() {
      stopped = true
      endRest()
    },
  }
}
