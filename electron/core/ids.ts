import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A ULID in lower case: 26 characters, sorted by the time it was made, safe in file names and URLs. */
export function newId(now: number): string {
  let time = ''
  let rest = now
  for (let i = 0; i < 10; i++) {
    time = alphabet.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let random = ''
  for (const byte of randomBytes(16)) random += alphabet.charAt(byte % 32)
  return time + random
}

/** When an id was made, milliseconds since the epoch. */
export const timeOfId = (id: string): number =>
  [...id.slice(0, 10)].reduce((time, digit) => time * 32 + alphabet.indexOf(digit), 0)

/** What `newId` makes, for matching inside longer names. */
export const idPattern = '[0-9a-hjkmnp-tv-z]{26}'

const whole = new RegExp(`^${idPattern}$`)

/** True for what `newId` makes: only such a text may name a file. */
export const isId = (text: string): boolean => whole.test(text)
