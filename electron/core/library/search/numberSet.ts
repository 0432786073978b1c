/** A set of whole numbers from 0 that grows: 100,000 of them take 12.5 kB. */
export interface NumberSet {
  add(number: number): void
  delete(number: number): void
  has(number: number): boolean
}

export function createNumberSet(): NumberSet {
  let words = new Uint32Array(64)
  return {
    add(number) {
      const at = number >>> 5
      if (at >= words.length) {
        const larger = new Uint32Array(2 * (at + 1))
        larger.set(words)
        words = larger
      }
      words[at] = (words[at] ?? 0) | (1 << (number & 31))
    },
    delete(number) {
      const at = number >>> 5
      if (at < words.length) words[at] = (words[at] ?? 0) & ~(1 << (number & 31))
    },
    has: (number) => ((words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0,
  }
}
