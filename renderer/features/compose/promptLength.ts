/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Telling words apart without spaces takes long: it is done up to this length, a few milliseconds. */
const segmentedMaximum = 10_000

export interface PromptLength {
  /** Null where it would take too long to tell. */
  readonly words: number | null
  /** Code points. */
  readonly characters: number
}

export function promptLength(text: string): PromptLength {
  const characters = text.length - countOf(/[\ud800-\udbff][\udc00-\udfff]/g, text)
  if (!unspaced.test(text)) return { words: countOf(/\S+/g, text), characters }
  return { words: text.length > segmentedMaximum ? null : segmentedWords(text), characters }
}

function countOf(pattern: RegExp, text: string): number {
  let count = 0
  while (pattern.test(text)) count++
  return count
}

function segmentedWords(text: string): number {
  let count = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike === true) count++
  }
  return count
}
