import type { Random } from '../../../support/random'
import type { FaultyService, ServiceMoment } from './faultyService'

/** The longest life, in milliseconds. */
const longestMs = 1500

/**
 * Resolves at a random moment: some time after now, or right at or after one of the service's next moments. If that
 * doesn't come: some time after `started`, however long this takes.
 */
export function randomMoment(random: Random, service: FaultyService, started: Promise<void>): Promise<void> {
  const byTime = random.chance(0.3)
  const awaited = random.pick<ServiceMoment>(['posted', 'answered', 'polled', 'fetched'])
  const laterMs = random.whole(-3, 12)
  const latestMs = byTime ? random.whole(50, longestMs) : longestMs
  let left = random.whole(1, 8)
  return new Promise((resolve) => {
    let latest: NodeJS.Timeout | undefined
    const begin = () => {
      latest = setTimeout(resolve, latestMs)
    }
    if (byTime) begin()
    // One that ends before it runs is told elsewhere.
    else void started.then(begin, () => undefined)
    service.onMoment = (moment) => {
      if (byTime || moment !== awaited) return
      left -= 1
      if (left !== 0) return
      clearTimeout(latest)
      if (laterMs <= 0) resolve()
      else setTimeout(resolve, laterMs)
    }
  })
}
