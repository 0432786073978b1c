/** A set of whole numbers from 0, as bits: 100,000 of them take 12.5 kB, and twice that as text. */
export type NumberBits = Uint8Array

export function bitsOf(numbers: Iterable<number>, highest: number): NumberBits {
  const bits = new Uint8Array((highest >>> 3) + 1)
  for (const number of numbers) bits[number >>> 3] = (bits[number >>> 3] ?? 0) | (1 << (number & 7))
  return bits
}

export function hasBit(bits: NumberBits, number: number): boolean {
  return ((bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0
}

/** With a number that it hadn't, or without one that it had. */
export function withFlippedBit(bits: NumberBits, number: number): NumberBits {
  const changed = new Uint8Array(Math.max(bits.length, (number >>> 3) + 1))
  changed.set(bits)
  changed[number >>> 3] = (changed[number >>> 3] ?? 0) ^ (1 << (number & 7))
  return changed
}

/** The first numbers after one, ascending, at most `count` of them. */
export function bitsAfter(bits: NumberBits, after: number, count: number): readonly number[] {
  const found: number[] = []
  for (let number = after + 1; number < bits.length * 8 && found.length < count; number++) {
    if ((number & 7) === 0 && bits[number >>> 3] === 0) number += 7
    else if (hasBit(bits, number)) found.push(number)
  }
  return found
}

/** Two hexadecimal digits a byte. */
export function bitsText(bits: NumberBits): string {
  return Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Reads what `bitsText` wrote. */
export function textBits(text: string): NumberBits {
  const bits = new Uint8Array(text.length >>> 1)
  for (let at = 0; at < bits.length; at++)
    bits[at] = (digitOf(text.charCodeAt(2 * at)) << 4) | digitOf(text.charCodeAt(2 * at + 1))
  return bits
}

/** Of `0` to `9`, `a` to `f`. */
const digitOf = (code: number): number => (code & 15) + (code > 57 ? 9 : 0)
