import type { AppError } from '@shared/errors'
import type {
  OpenTable,
  TableDefaults,
  TableLayout,
  TableRole,
  TableRow,
  TableSettings,
} from '@shared/model/table'
import type { TFunction } from 'i18next'
import { encodingName } from '../../text/encodingName'
import { type ErrorText, oneLine } from '../../text/errorText'

type Laid = Pick<OpenTable, 'layout' | 'reading'>
type Words = (error: AppError) => ErrorText

/** "CSV, UTF-8, 200 rows". */
export function factsOf({ layout, reading, counts }: OpenTable, t: TFunction): string {
  return t('table.facts', {
    format: formatWords(layout, t),
    encoding: encodingWords({ layout, reading }, t),
    rows: t('table.rows', { count: counts.rows }),
  })
}

function formatWords({ format, delimiter }: TableLayout, t: TFunction): string {
  const words = t(`table.formats.${format}`)
  const usual = format !== 'csv' || delimiter === ',' || delimiter === ''
  return usual
    ? words
    : t('table.delimited', { format: words, delimiter: delimiter === '\t' ? '⇥' : delimiter })
}

function encodingWords({ layout: { encoding, bom }, reading }: Laid, t: TFunction): string {
  const name = encodingName(encoding, t)
  if (reading.unsure) return t('table.reading.guessed', { encoding: name })
  return bom ? t('table.withMark', { encoding: name }) : name
}

/** A column's name as shown; columns are 0-based. */
export function columnName(columns: readonly string[], column: number, t: TFunction): string {
  const name = columns[column]?.trim() ?? ''
  return name === '' ? t('table.column', { number: column + 1 }) : name
}

/** What an empty cell of a column stands for in this row; empty if it stands for nothing. */
export function emptyWords(
  row: TableRow,
  role: TableRole | null,
  defaults: TableDefaults,
  t: TFunction,
): string {
  return isUnsent(row, role) ? t('table.none') : defaultOf(role, defaults, t)
}

/** Whether the row's requests leave out what is in a cell with this role. */
export function isUnsent({ carriesOptions }: TableRow, role: TableRole | null): role is 'size' | 'image' {
  return !carriesOptions && (role === 'size' || role === 'image')
}

function defaultOf(role: TableRole | null, defaults: TableDefaults, t: TFunction): string {
  switch (role) {
    case 'model':
      return defaults.model
    case 'size':
      return defaults.size
    case 'n':
      return `${defaults.n ?? ''}`
    case 'mode':
      return t(`compose.${defaults.mode}`)
    case 'image':
      return defaults.image.join(' ')
    default:
      return ''
  }
}

/** The note about a row, in a few words. */
export function stateOf(row: TableRow, settings: TableSettings, words: Words, t: TFunction): string {
  const { errors, known, requests, images } = row
  if (known !== null && !settings.again) {
    return t(known.by === 'key' ? 'table.knownByKey' : 'table.knownByContent', { name: known.batchName })
  }
  const [first, ...more] = errors
  if (first !== undefined) {
    const { cause } = words(first.error)
    return more.length === 0 ? cause : t('table.wrongMore', { cause, count: more.length })
  }
  if (requests === 0) return t('table.nothing')
  const makes = t('compose.requests', { count: requests })
  return images === requests
    ? makes
    : t('table.makes', { requests: makes, images: t('compose.imageCount', { count: images }) })
}

/** The state of a row, which decides its mark. */
export function rowMark(row: TableRow, settings: TableSettings): 'right' | 'wrong' | 'known' {
  if (row.known !== null && !settings.again) return 'known'
  return row.errors.length > 0 ? 'wrong' : 'right'
}

/** The error of a cell, or of any part of the row, in words; null if there is none. */
export function wrongWords(row: TableRow, column: number | 'any', words: Words): string | null {
  const said = row.errors
    .filter((error) => column === 'any' || error.column === column)
    .map(({ error }) => oneLine(words(error)))
  return said.length === 0 ? null : said.join(' ')
}
