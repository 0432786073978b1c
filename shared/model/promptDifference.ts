/** A word of a prompt, and where it stands in it. */
interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Words in the order in which they stand in every prompt of a batch, whatever stands between them; as written, in lower
 * case. Empty if the prompts have too little in common for it to be left out.
 */
export type SharedWords = readonly string[]

/** Scripts written without spaces: each character is a word, with the marks it carries. */
const character =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}]\\p{M}*'
const wordPattern = new RegExp(`${character}|(?:(?!${character})[\\p{L}\\p{N}\\p{M}_'’-])+`, 'gu')

/** Two stretches of words that are compared one by one may have this many pairs. */
const pairsMaximum = 40_000
/** What the prompts share must be at least this part of the first, or leaving it out says less than it saves. */
const sharedPart = 0.25
/** Shared words that don't begin a prompt are at least this part of it, or they are not what it is about. */
const tellingPart = 0.5

function wordsOf(prompt: string): readonly Word[] {
  return [...prompt.matchAll(wordPattern)].map(({ 0: text, index }) => ({
    text: text.toLowerCase(),
    start: index,
    end: index + text.length,
  }))
}

/** The positions in `a` of the longest sequence of words that both have in this order. */
function commonPositions(a: readonly string[], b: readonly string[]): readonly number[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const positions = Array.from({ length: start }, (_, at) => at)
  for (const at of middle) positions.push(start + at)
  for (let at = a.length - end; at < a.length; at++) positions.push(at)
  return positions
}

/** The same by comparing all pairs; none of it for stretches that are too long. */
function between(a: readonly string[], b: readonly string[]): readonly number[] {
  if (a.length * b.length > pairsMaximum) return []
  const width = b.length + 1
  /** How many words the two have in common from here on. */
  const longest = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0)
  const positions: number[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      positions.push(i)
      i++
      j++
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i++
    else j++
  }
  return positions
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + word.length, 0)

/** What these prompts of a batch have in common. */
export function sharedWords(prompts: readonly string[]): SharedWords {
  const [first = '', ...others] = prompts
  const whole = wordsOf(first).map(({ text }) => text)
  let shared: readonly string[] = whole
  for (const prompt of new Set(others)) {
    const words = wordsOf(prompt).map(({ text }) => text)
    shared = commonPositions(shared, words).map((at) => shared[at] ?? '')
  }
  return lengthOf(shared) < lengthOf(whole) * sharedPart ? [] : shared
}

/** The positions of the shared words among those of a prompt. */
const sharedIn = (words: readonly Word[], shared: SharedWords): readonly number[] =>
  commonPositions(
    words.map(({ text }) => text),
    shared,
  )

/**
 * The parts of a prompt between the shared words, as they are written, joined by commas: "wool, noon, cold". Empty if
 * it has no other words, and for a prompt that shares nothing.
 */
export function differingPart(prompt: string, shared: SharedWords): string {
  if (shared.length === 0) return ''
  const words = wordsOf(prompt)
  const kept = new Set(sharedIn(words, shared))
  const runs: { start: number; end: number }[] = []
  words.forEach(({ start, end }, at) => {
    const run = runs.at(-1)
    if (kept.has(at)) return
    if (run !== undefined && at > 0 && !kept.has(at - 1)) run.end = end
    else runs.push({ start, end })
  })
  return runs.map(({ start, end }) => prompt.slice(start, end)).join(', ')
}

/**
 * What the batch of a prompt is about: shared words that stand together in it, as they are written there. Empty if they
 * would tell too little, as the "no text" that ends each prompt does.
 */
export function sharedPhrase(prompt: string, shared: SharedWords): string {
  const words = wordsOf(prompt)
  const kept = new Set(sharedIn(words, shared))
  const runs: Word[][] = []
  words.forEach((word, at) => {
    if (!kept.has(at)) return
    if (at > 0 && kept.has(at - 1)) runs.at(-1)?.push(word)
    else runs.push([word])
  })
  const size = (run: readonly Word[]): number => lengthOf(run.map(({ text }) => text))
  const whole = size(words)
  const opening = kept.has(0) ? runs[0] : undefined
  const longest = runs.reduce<Word[]>((best, run) => (size(run) > size(best) ? run : best), [])
  const isOpening = opening !== undefined && size(opening) >= whole * sharedPart
  const phrase = isOpening ? opening : size(longest) >= whole * tellingPart ? longest : []
  return prompt.slice(phrase[0]?.start ?? 0, phrase.at(-1)?.end ?? 0)
}

/** A stretch of a text, and whether another text has its words too. */
export interface TextPart {
  readonly text: string
  readonly isAdded: boolean
}

/** What the service made of a prompt, in parts that together are the whole of it: those with words of its own stand out. */
export function addedParts(asked: string, got: string): readonly TextPart[] {
  const words = wordsOf(got)
  const kept = new Set(
    sharedIn(
      words,
      wordsOf(asked).map(({ text }) => text),
    ),
  )
  const parts: TextPart[] = []
  let from = 0
  const cut = (to: number, isAdded: boolean): void => {
    if (to > from) parts.push({ text: got.slice(from, to), isAdded })
    from = to
  }
  words.forEach(({ start, end }, at) => {
    if (kept.has(at)) return
    if (at === 0 || kept.has(at - 1)) cut(start, false)
    if (at === words.length - 1 || kept.has(at + 1)) cut(end, true)
  })
  cut(got.length, false)
  return parts
}
