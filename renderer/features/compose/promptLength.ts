/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Splitting text without spaces into words is slow: up to this length it takes a few milliseconds. */
const segmentedMaximum = 10_000

export interface PromptLength {
  /** Null if counting would take too long. */
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
