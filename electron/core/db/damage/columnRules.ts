import { errorCodes, retrySchema } from '@shared/errors'
import type { z } from 'zod'

/** SQL, true or false for a value: `it` is the SQL of the value; the other columns of its row have their own names. */
export type Fits = (it: string) => string

/** What a column may hold, besides its type and whether it must have a value. */
export interface ColumnRule {
  /** Not checked for NULL. */
  readonly fits?: Fits
  /**
   * The same in code, for tables that are never long. For a column ending in `_json`, it checks what the text contains.
   */
  readonly schema?: z.ZodType
  /** SQL, true for a row that needs a value here although the column itself may be NULL. */
  readonly needed?: string
  /** SQL, true for a row whose value here is never read. */
  readonly unread?: string
  /**
   * SQL: the replacement for a value that doesn't fit. If it is NULL where NULL isn't allowed, the row is set aside.
   * Default: the default of the column, otherwise NULL.
   */
  readonly instead?: string | undefined
  /** The table's own rules, or its references, allow nothing else: checked only once one of those is broken. */
  readonly checked?: true
  /** Only our own words fit. */
  readonly plain?: true
  /** A text that lost some bytes no longer means the same, so it doesn't fit. */
  readonly exact?: true
  /** SQL assignments that go with a repair of this column. */
  readonly also?: string
}

export interface TableRules {
  readonly table: string
  /** It repeats what other tables say, or isn't missed: nothing of it is kept. */
  readonly derived?: boolean
  /** Only columns that allow less than their type. */
  readonly columns: Readonly<Record<string, ColumnRule>>
}

/** Our own words as SQL strings. */
export const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** A new id, in SQL; these sort after all ids that contain their time. */
export const freshId = 'lower(hex(randomblob(13)))'

/**
 * Ids are parts of file names, so they must not lead elsewhere. Characters are checked one by one: a pattern takes four
 * times as long.
 */
const plainId: Fits = (it) =>
  `length(${it}) BETWEEN 1 AND 100 AND instr(${it}, '/') = 0 AND instr(${it}, '.') = 0 AND instr(${it}, char(92)) = 0`

export const id = (instead?: string): ColumnRule => ({ fits: plainId, exact: true, instead })

/** The id of a row of another table. */
export const reference = (instead?: string): ColumnRule => ({ ...id(instead), checked: true })

export const oneOf = (words: readonly string[], instead?: string): ColumnRule => ({
  fits: (it) => `${it} IN (${listed(words)})`,
  plain: true,
  instead,
})

/** The same for a column whose table allows no others. */
export const checked = (words: readonly string[], instead?: string): ColumnRule => ({
  ...oneOf(words, instead),
  checked: true,
})

/** 0 or 1. */
export const flag = (instead: 0 | 1): ColumnRule => between(0, 1, String(instead))

export const between = (least: number, most: number, instead?: string): ColumnRule => ({
  fits: (it) => `${it} BETWEEN ${least} AND ${most}`,
  instead,
})

/** The most credits that a request may have cost: the highest price, for all of its images. */
export const priceMaximum = 100_000_000_000

/** Milliseconds since the epoch, up to the last year with four digits. */
export const time = (instead?: string): ColumnRule => between(0, 253_402_300_799_999, instead)

/**
 * For text that must be JSON and meet the condition of `says`: it must be checked for JSON before SQLite looks into it.
 */
export const json =
  (says: Fits): Fits =>
  (it) =>
    `CASE WHEN json_valid(${it}) THEN ${says(it)} ELSE 0 END`

export const jsonIs = (type: 'object' | 'array', more: Fits = () => 'TRUE'): Fits =>
  json((it) => `json_type(${it}) = '${type}' AND ${more(it)}`)

const textOrNothing = (it: string, path: string): string =>
  `coalesce(json_type(${it}, '${path}'), 'text') = 'text'`

/** `AppError` of `shared/errors`. */
export const error: ColumnRule = {
  fits: json(
    (it) => `json_type(${it}) = 'object'
      AND json_type(${it}, '$.code') = 'text' AND ${it} ->> '$.code' IN (${listed(errorCodes)})
      AND json_type(${it}, '$.retry') = 'text' AND ${it} ->> '$.retry' IN (${listed(retrySchema.options)})
      AND json_type(${it}, '$.params') = 'object' AND json_type(${it}, '$.detail') IN ('null', 'object')
      AND NOT EXISTS (SELECT 1 FROM json_each(${it}, '$.params') WHERE type NOT IN ('text', 'integer', 'real'))
      AND coalesce(json_type(${it}, '$.detail.status'), 'integer') = 'integer'
      AND ${textOrNothing(it, '$.detail.words')} AND ${textOrNothing(it, '$.detail.requestId')}
      AND ${textOrNothing(it, '$.detail.cause')}`,
  ),
}

/** Extra fields, of which there may be none. */
const fieldsOrNothing = (it: string, path: string): string =>
  `(json_type(${it}, '${path}') IS NULL OR (json_type(${it}, '${path}') = 'array'
    AND NOT EXISTS (SELECT 1 FROM json_each(${it}, '${path}')
      WHERE CASE WHEN type = 'object'
        THEN json_type(value, '$.name') IS NOT 'text' OR json_type(value, '$.value') IS NOT 'text' ELSE TRUE END)))`

/** `JobRequest` of `shared/model/draft`; `more` is an extra condition. */
export const request = (more: Fits = () => 'TRUE'): Fits =>
  json(
    (it) => `json_type(${it}) = 'object'
      AND json_type(${it}, '$.model') = 'text' AND json_type(${it}, '$.prompt') = 'text'
      AND ${textOrNothing(it, '$.size')}
      AND (json_type(${it}, '$.n') IS NULL OR (json_type(${it}, '$.n') = 'integer' AND ${it} ->> '$.n' >= 1))
      AND (json_type(${it}, '$.image') IS NULL OR (json_type(${it}, '$.image') = 'array'
        AND NOT EXISTS (SELECT 1 FROM json_each(${it}, '$.image') WHERE type <> 'text')))
      AND ${fieldsOrNothing(it, '$.extra')} AND ${fieldsOrNothing(it, '$.connectionExtra')}
      AND ${more(it)}`,
  )

/** A text inside the JSON of a column, in SQL; NULL if none can be read. */
export const textIn = (column: string, path: string): string =>
  `CASE WHEN json_valid(${column}) AND json_type(${column}, '${path}') = 'text' THEN ${column} ->> '${path}' END`

export const count = between(0, Number.MAX_SAFE_INTEGER, '0')

function leadsOn(it: string): string {
  return `'/' || ${it} || '/' NOT GLOB '*/../*'`
}

function inside(it: string): string {
  return `${it} <> '' AND ${it} NOT GLOB '/*' AND ${leadsOn(it)} AND instr(${it}, char(92)) = 0`
}

function absolute(it: string): string {
  return `${it} GLOB '/*' OR ${it} GLOB '[A-Za-z]:*' OR ${it} GLOB char(92) || char(92) || '*'`
}

/** A path that is read back leads to a file inside the library or the destination, and nowhere else. */
export const fileInside: ColumnRule = { fits: inside, exact: true }

/** The same for an image, or where one was left that was made elsewhere. */
export const fileOfImage: ColumnRule = {
  fits: (it) =>
    `(${inside(it)}) OR (brought_json IS NOT NULL AND (${absolute(it)}) AND ${leadsOn(`replace(${it}, char(92), '/')`)})`,
  exact: true,
}

export const absolutePath: ColumnRule = {
  fits: absolute,
  exact: true,
}
