import { type AppError, appError } from '@shared/errors'
import { brokenCharacterAt } from '@shared/model/brokenCharacter'
import { limits } from '../limits'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/
/** The way JSON writes them: `\b`, `\f` and `\u…`, also used for half a character. */
const escapes = /\\[bfu]|[\x7f\ufffd]/

/** Whether any cell of a row may hold a forbidden character, judging by the JSON of the row. */
export function mayHoldErrors(cellsJson: string): boolean {
  return cellsJson.length > limits.cellCharacters || escapes.test(cellsJson)
}

/** The error in the text of a cell, whatever its column; null if there is none. Tabs and line ends are allowed. */
export function characterError(text: string): AppError | null {
  if (text.length > limits.cellCharacters)
    return appError('cellTooLong', { params: { length: text.length, maximum: limits.cellCharacters } })
  const broken = brokenCharacterAt(text)
  if (broken !== null) return appError('characterBroken', { params: { at: broken } })
  const lost = text.indexOf('\ufffd')
  if (lost >= 0) return appError('characterLost', { params: { at: place(text, lost) } })
  const found = text.search(control)
  if (found < 0) return null
  const character = text.charCodeAt(found).toString(16).toUpperCase().padStart(4, '0')
  return appError('controlCharacter', { params: { at: place(text, found), character } })
}

/** Counted in characters, from 1. */
function place(text: string, index: number): number {
  return [...text.slice(0, index)].length + 1
}
