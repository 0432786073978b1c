import { sizePattern } from '@shared/model/draft'

/** Terms up to this are read at a glance, for example `21:9`. */
const termMaximum = 32

/** The ratio of a size in words: `3:2`, or `1.78:1` if no small numbers express it. Null if it isn't a size. */
export function ratioOf(size: string): string | null {
  if (!sizePattern.test(size)) return null
  const [width = 1, height = 1] = size.split('x').map(Number)
  const divisor = commonDivisor(width, height)
  const terms = [width / divisor, height / divisor]
  if (Math.max(...terms) <= termMaximum) return terms.join(':')
  const rounded = (long: number, short: number): string => String(Math.round((long / short) * 100) / 100)
  return width > height ? `${rounded(width, height)}:1` : `1:${rounded(height, width)}`
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
