import type { Random } from '../../../support/random'
import type { FaultyService, ServiceMoment } from './faultyService'

/** The longest life, in milliseconds from its start. */
const longestMs = 1500

/** Resolves at a random moment: some time after now, or right at or after one of the service's next moments. */
export function randomMoment(random: Random, service: FaultyService): Promise<void> {
  const byTime = random.chance(0.3)
  const awaited = random.pick<ServiceMoment>(['posted', 'answered', 'polled', 'fetched'])
  const laterMs = random.whole(-3, 12)
  const latestMs = byTime ? random.whole(50, longestMs) : longestMs
  let left = random.whole(1, 8)
  return new Promise((resolve) => {
    const latest = setTimeout(resolve, latestMs)
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
