export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  /** The same, or undefined if there are none. */
  pickAny<T>(from: readonly T[]): T | undefined
  /** One of these, each as likely as its weight: a whole number, at least 0. */
  pickWeighted<T>(from: Weighted<T>): T
}

export type Weighted<T> = readonly (readonly [weight: number, choice: T])[]

/** Random numbers that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    pickAny: (from) => from[whole(0, from.length - 1)],
    pickWeighted(from) {
      const total = from.reduce((sum, [weight]) => sum + weight, 0)
      let at = whole(1, total)
      for (const [weight, choice] of from) {
        at -= weight
        if (at <= 0) return choice
      }
      throw new Error('nothing here has a weight')
    },
  }
}
