import { hostileAnswers } from '../../../support/fuzz/hostileAnswers'
import { polled, submitted } from '../../../unit/service/answers'

/** How long each hostile answer takes to be read, as that to a paid request or to a poll, in milliseconds. */
export async function timeAnswers(): Promise<readonly (readonly [name: string, ms: number])[]> {
  const times: (readonly [string, number])[] = []
  for (const [name, make] of Object.entries(hostileAnswers)) {
    const text = make(1)
    const took: number[] = []
    for (const read of [submitted, polled]) {
      const begun = performance.now()
      await read(text)
      took.push(performance.now() - begun)
    }
    times.push([name, Math.max(...took)])
  }
  return times
}
