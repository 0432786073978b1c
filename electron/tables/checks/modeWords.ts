import type { Mode } from '@shared/model/draft'

/** What people write for the modes: the names they see, and those of the interface. */
const words: ReadonlyMap<string, Mode> = new Map([
  ['background', 'background'],
  ['async', 'background'],
  ['asynchronous', 'background'],
  ['direct', 'direct'],
  ['sync', 'direct'],
  ['synchronous', 'direct'],
])

/** Null for a word that names none. */
export function modeOf(word: string): Mode | null {
  return words.get(word.trim().toLowerCase()) ?? null
}
