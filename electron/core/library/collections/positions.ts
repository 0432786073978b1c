/**
 * Places of images in a collection: fractions as hexadecimal digits. There is room between any two of them, so that an
 * image is moved without rewriting any other. They sort as text.
 */

/** Digits that each has; more only where there was no room. */
const digits = 16
/** How far apart those are that follow each other at an end. */
const step = 2n ** 32n
const first = 2n ** 63n
const end = 2n ** 64n

/** What a record may have; longer ones mean more moves to one place than a user makes. */
const plain = /^[0-9a-f]{16,4000}$/

/** As it is written here; null for a text that isn't one. */
export function readPosition(text: string): string | null {
  return plain.test(text) ? trimmed(text) : null
}

/**
 * `count` of them in ascending order, by their place from 0, after one and before another; null for an end of the
 * collection.
 */
export function positionsBetween(
  after: string | null,
  before: string | null,
  count: number,
): (place: number) => string {
  const many = BigInt(count)
  if (after === null && before === null && many * step < end - first)
    return (place) => written(first + step * BigInt(place), digits)
  if (after !== null && before === null && whole(after) + step * many < end)
    return (place) => written(whole(after) + step * BigInt(place + 1), digits)
  if (after === null && before !== null && whole(before) > step * many)
    return (place) => written(whole(before) - step * BigInt(count - place), digits)
  let length = Math.max(digits, after?.length ?? 0, before?.length ?? 0)
  let low = after === null ? 0n : scaled(after, length)
  let high = before === null ? scaled('g', length) : scaled(before, length)
  // After damage, two may have the same place.
  if (high <= low) high = low + 1n
  for (; high - low <= many; length++) {
    low *= 16n
    high *= 16n
  }
  return (place) => written(low + ((high - low) * BigInt(place + 1)) / (many + 1n), length)
}

const whole = (position: string): bigint => BigInt(`0x${position.slice(0, digits)}`)

/** As a whole number of units of the last of `length` digits; `g` is past all of them. */
const scaled = (position: string, length: number): bigint =>
  position === 'g' ? 16n ** BigInt(length) : BigInt(`0x${position.padEnd(length, '0')}`)

const written = (value: bigint, length: number): string => trimmed(value.toString(16).padStart(length, '0'))

const trimmed = (text: string): string => text.slice(0, digits) + text.slice(digits).replace(/0+$/, '')
