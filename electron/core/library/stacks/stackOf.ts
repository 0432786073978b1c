import { createHash } from 'node:crypto'

/** Bits that a number doesn't hold exactly. */
const beyondNumbers = 11n

/** What the images asked for with this prompt have in common: the beginning of its hash. 0 without a prompt. */
export function stackOf(prompt: string): number {
  if (prompt === '') return 0
  const beginning = createHash('sha256').update(prompt).digest().readBigUInt64BE() >> beyondNumbers
  return Math.max(1, Number(beginning))
}
