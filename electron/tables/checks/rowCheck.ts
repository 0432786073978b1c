import { type AppError, appError } from '@shared/errors'
import { brokenCharacterAt } from '@shared/model/brokenCharacter'
import { carriesOptions, type Mode, type SendableDraft } from '@shared/model/draft'
import {
  extraColumnName,
  type RowError,
  type TableRole,
  type TableSettings,
  tableRoles,
} from '@shared/model/table'
import type { TableCell } from '@shared/model/tableCells'
import { cellText } from './cellText'
import { limits } from './limits'
import { createRowExtra } from './rowExtra'
import { createRowOptions } from './rowOptions'
import { createRowPrompts, seemsExpandable } from './rowPrompts'

/** How a row is sent otherwise than it seems meant: see `TableCounts`, which has a count of each. */
export type RowRemark = 'leftOut' | 'unsentSizes' | 'unsentReferences' | 'textBraces'

/** What a row makes; it has `drafts` if it has no errors. */
export interface CheckedRow {
  readonly errors: readonly RowError[]
  readonly key: string | null
  readonly name: string | null
  readonly drafts: readonly SendableDraft[]
  readonly requests: number
  readonly images: number
  readonly remarks: readonly RowRemark[]
  /** What the price of its requests depends on, as it is stored: its model, and the size that they include, as JSON. */
  readonly priced: string | null
}

/** How the rows of a table are checked. */
export interface CheckRules {
  readonly columns: readonly string[]
  readonly settings: TableSettings
  readonly fullBackground: boolean
}

export interface RowToCheck {
  readonly cells: readonly TableCell[]
  /** The JSON of the cells. */
  readonly json: string
  /** The error that reading found in its form. */
  readonly fault: AppError | null
}

export type RowCheck = (row: RowToCheck) => CheckedRow

/** Checks rows one by one, so it doesn't notice two rows with the same key. */
export function createRowCheck({ columns, settings, fullBackground }: CheckRules): RowCheck {
  const { roles, defaults, expand } = settings
  const at = Object.fromEntries(tableRoles.map((role) => [role, roles.indexOf(role)]))
  const columnOf = (role: TableRole): number | null => {
    const column = at[role] ?? -1
    return column < 0 ? null : column
  }
  const carries = (mode: Mode): boolean => carriesOptions(mode, { fullBackground })
  const rowOptions = createRowOptions(defaults, columnOf, carries)
  const variables = columns.flatMap((name, column) =>
    (roles[column] ?? null) === null ? [{ name, column }] : [],
  )
  const rowPrompts = createRowPrompts(variables, expand)
  const isUsed = ({ column }: RowError): boolean => column === null || roles[column] !== 'unused'
  const rowExtra = createRowExtra(
    columns.flatMap((name, column) =>
      roles[column] === 'extra' ? [{ name: extraColumnName(name), column }] : [],
    ),
  )

  const isInherited = { size: defaults.size.trim() !== '', references: defaults.image.length > 0 }

  return ({ cells, json, fault }) => {
    const cellOf = (column: number): string => cellText(cells[column])
    const textOf = (role: TableRole): string => cellOf(at[role] ?? -1)
    const errors: RowError[] = fault === null ? [] : [{ column: null, error: fault }]
    if (mayHoldErrors(json)) errors.push(...characterErrors(cells).filter(isUsed))
    const { prompts, error, columns: ofPrompt = [columnOf('prompt')] } = rowPrompts(textOf('prompt'), cellOf)
    const { options, errors: optionErrors } = rowOptions(textOf)
    if (error !== null) errors.push(...ofPrompt.map((column) => ({ column, error })))
    const { extra, errors: extraErrors } = rowExtra(cellOf)
    errors.push(...optionErrors, ...extraErrors)
    const key = textOf('key').trim() || null
    const name = textOf('name').trim() || null
    for (const [role, word] of [
      ['key', key],
      ['name', name],
    ] as const)
      if (word !== null && word.length > limits.wordCharacters)
        errors.push({ column: columnOf(role), error: tooLong(word.length) })
    const own = onceEach(errors)
    if (own.length > 0 || prompts === null || options === null)
      return { errors: own, key, name, drafts: [], requests: 0, images: 0, remarks: [], priced: null }
    // A row without any has the same drafts, and with them the same identity, as before there were extra fields.
    const added = extra.length === 0 ? {} : { extra: [...extra] }
    const drafts = prompts.map((prompt) => ({ prompt, ...options, ...added }))
    const images = drafts.length * options.n
    const carried = carries(options.mode)
    const requests = carried ? drafts.length : images
    const given = { size: textOf('size').trim() !== '', references: textOf('image').trim() !== '' }
    const remarks: RowRemark[] = []
    if (!carried) {
      if (given.size || given.references) remarks.push('leftOut')
      if (given.size || isInherited.size) remarks.push('unsentSizes')
      if (given.references || isInherited.references) remarks.push('unsentReferences')
    }
    if (!expand && seemsExpandable(textOf('prompt'))) remarks.push('textBraces')
    const size = carried && options.size !== '' ? options.size : null
    const priced = drafts.length === 0 ? null : JSON.stringify([options.model, size])
    return { errors: own, key, name, drafts, requests, images, remarks, priced }
  }
}

function characterErrors(cells: readonly TableCell[]): readonly RowError[] {
  return cells.flatMap((cell, column) => {
    const error = characterError(cellText(cell))
    return error === null ? [] : [{ column, error }]
  })
}

function tooLong(length: number): AppError {
  return appError('cellTooLong', { params: { length, maximum: limits.wordCharacters } })
}

/** The same error may be found in a cell and in the value it stands for. */
function onceEach(errors: readonly RowError[]): readonly RowError[] {
  if (errors.length < 2) return errors
  const seen = new Set<string>()
  return errors.filter(({ column, error }) => {
    const what = `${column} ${error.code}`
    return !seen.has(what) && seen.add(what)
  })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/
/** The way JSON writes them: `\b`, `\f` and `\u…`, also used for half a character. */
const escapes = /\\[bfu]|[\x7f-\x84\x86-\x9f\ufffd]/

/** Whether any cell of a row may hold a forbidden character, judging by the JSON of the row. */
function mayHoldErrors(cellsJson: string): boolean {
  return cellsJson.length > limits.cellCharacters || escapes.test(cellsJson)
}

/** The error in the text of a cell, whatever its column; null if there is none. Tabs and line ends are allowed. */
function characterError(text: string): AppError | null {
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
