import { accents, alphabet, type Glyph, unknownGlyph } from './alphabet'

/** In the alphabet's own units, in which a capital is 14 high. */
const letterSpace = 3.4
const wordSpace = 6.5
/** Capitals are taller than the letters the accents were drawn for. */
const capitalLift = -4.6

/** Alphabet units from one line to the next. */
export const lineHeight = 25

interface Letter {
  readonly width: number
  readonly strokes: readonly { readonly path: string; readonly x: number; readonly y: number }[]
}

function glyphOf(character: string): Glyph {
  return alphabet[character] ?? unknownGlyph
}

/** A user-visible character with its accents; accents we don't have are left out. */
function letter(character: string): Letter {
  const [base = '', ...marks] = alphabet[character] ? [character] : character.normalize('NFD')
  if (/\s/.test(base)) return { width: wordSpace, strokes: [] }
  const [width, path] = glyphOf(base)
  const lift = /\p{Lu}/u.test(base) ? capitalLift : 0
  const drawn = marks.flatMap((mark) => {
    const accent = accents[mark]
    return accent === undefined ? [] : [{ path: accent, x: width / 2, y: mark === '\u0327' ? 0 : lift }]
  })
  return { width: width + letterSpace, strokes: [{ path, x: 0, y: 0 }, ...drawn] }
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lettersOf = (text: string): Letter[] =>
  Array.from(characters.segment(text), ({ segment }) => letter(segment))

/** The words of a text that the alphabet has every letter of. */
export function writableWords(text: string): string {
  const has = (character: string): boolean =>
    alphabet[character] !== undefined || alphabet[character.normalize('NFD')[0] ?? ''] !== undefined
  return text
    .split(/\s+/)
    .filter((word) => Array.from(characters.segment(word)).every(({ segment }) => has(segment)))
    .join(' ')
}

const widthOf = (text: string): number => lettersOf(text).reduce((sum, { width }) => sum + width, 0)

/**
 * Breaks a text into lines at most `width` alphabet units long; a word that is longer is cut. Lines beyond `most` are
 * left out, which an ellipsis shows.
 */
export function breakLines(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((whole) => cutWord(whole, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  if (line !== '') lines.push(line)
  if (lines.length <= most) return lines
  const last = lines[most - 1] ?? ''
  return [...lines.slice(0, most - 1), `${fitting(last, width - widthOf('…'))}…`]
}

function fitting(text: string, width: number): string {
  let fit = text
  while (widthOf(fit) > width) fit = fit.slice(0, -1)
  return fit.trimEnd()
}

function cutWord(word: string, width: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of characters.segment(word)) {
    if (piece !== '' && widthOf(piece + segment) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** A line of text as SVG, to be stroked; its capitals begin at `y`, and `size` is one alphabet unit in pixels. */
export function lettering(text: string, x: number, y: number, size: number): string {
  let along = 0
  const strokes = lettersOf(text).flatMap(({ width, strokes }) => {
    const start = along
    along += width
    return strokes.map(
      (stroke) => `<path transform="translate(${round(start + stroke.x)} ${stroke.y})" d="${stroke.path}"/>`,
    )
  })
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${size.toFixed(4)})">${strokes.join('')}</g>`
}

const round = (value: number): number => Math.round(value * 100) / 100
