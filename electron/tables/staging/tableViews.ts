import { type FoundCell, type TablePlace, type TableRow, type TableView, wholeRow } from '@shared/model/table'
import { isShown, isSkipped, isWrong } from './conditions'
import type { StagingDatabase } from './stagingDatabase'

/** The rows of a view in its order. The last view is kept, so that scrolling only costs its windows. */
interface TableViews {
  /** How many rows the view has, and a window of their numbers. */
  window(
    view: TableView,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: readonly number[] }
  /** The numbers of the rows of a view that are selected, or that aren’t. */
  rowsThatAre(selected: boolean, view: TableView): readonly number[]
  /** The 0-based position of a row in a view; null if it isn't in it. */
  position(view: TableView, row: number): number | null
  /** The first row of a view with an error, from a position on. */
  wrongFrom(view: TableView, position: number): { readonly row: number; readonly position: number } | null
  isWrong(row: number): boolean
  /** The rows have changed. */
  forget(): void
}

/**
 * A column that holds numbers is sorted by them: SQLite stores anything that looks like a number as one here, and sorts
 * numbers before words.
 */
const schema = `
CREATE TEMP TABLE view_rows (position INTEGER PRIMARY KEY, row INTEGER NOT NULL);
CREATE TEMP TABLE sorted (row INTEGER PRIMARY KEY, value NUMERIC COLLATE NOCASE);
`
/** How many characters texts are sorted by. */
const sortedLength = 200

export function createTableViews(
  db: StagingDatabase,
  /** The existing rows, and whether known rows are queued again. */
  now: () => { readonly rows: number; readonly again: boolean },
): TableViews {
  let made: string | null = null
  let total = 0
  db.exec(schema)

  function make(view: TableView): void {
    const { text, show, sort } = view
    const filter = text === '' ? { sql: '1', params: [] } : textFilter(text)
    const found = `SELECT row FROM checks JOIN rows USING (row)
      WHERE ${isShown(show, now().again)} AND ${filter.sql}`
    db.exec('DELETE FROM temp.view_rows; DELETE FROM temp.sorted;')
    if (sort === null) {
      total = db.run(`INSERT INTO temp.view_rows (row) ${found} ORDER BY row`, filter.params)
      return
    }
    const cell = `coalesce(cells_json ->> '$[${sort.column}].json', cells_json ->> '$[${sort.column}]', '')`
    db.run(
      `INSERT INTO temp.sorted SELECT row, trim(substr(${cell}, 1, ${sortedLength})) FROM rows WHERE row IN (${found})`,
      filter.params,
    )
    total = db.run(
      `INSERT INTO temp.view_rows (row)
       SELECT row FROM temp.sorted ORDER BY value = '', value ${sort.descending ? 'DESC' : 'ASC'}, row`,
    )
  }

  function need(view: TableView): void {
    const key = JSON.stringify(view)
    if (made === key) return
    made = null
    db.transaction(() => make(view))
    made = key
  }

  /** Known rows don't count as wrong, unless they are queued again. */
  const wrong = () => `${isWrong} AND NOT ${isSkipped(now().again)}`

  return {
    window(view, offset, limit) {
      if (isWhole(view)) {
        const { rows } = now()
        const length = Math.max(0, Math.min(limit, rows - offset))
        return { total: rows, rows: Array.from({ length }, (_, index) => offset + index + 1) }
      }
      need(view)
      const rows = db.all<{ row: number }>(
        'SELECT row FROM temp.view_rows WHERE position BETWEEN ? AND ? ORDER BY position',
        [offset + 1, offset + limit],
      )
      return { total, rows: rows.map(({ row }) => row) }
    },
    rowsThatAre(selected, view) {
      const whole = isWhole(view)
      if (!whole) need(view)
      const among = whole ? '1' : 'row IN (SELECT row FROM temp.view_rows)'
      const sql = `SELECT row FROM checks WHERE selected = ? AND ${among} ORDER BY row`
      return db.all<{ row: number }>(sql, [selected ? 1 : 0]).map(({ row }) => row)
    },
    position(view, row) {
      if (isWhole(view)) return row >= 1 && row <= now().rows ? row - 1 : null
      need(view)
      const sql = 'SELECT position FROM temp.view_rows WHERE row = ?'
      const found = db.get<{ position: number }>(sql, [row])
      return found === undefined ? null : found.position - 1
    },
    wrongFrom(view, position) {
      const whole = isWhole(view)
      if (!whole) need(view)
      const place = whole ? 'row' : 'position'
      const from = whole ? 'checks' : 'temp.view_rows JOIN checks USING (row)'
      const found = db.get<{ row: number; position: number }>(
        `SELECT row, ${place} - 1 AS position FROM ${from}
         WHERE ${place} > ? AND ${wrong()} ORDER BY ${place} LIMIT 1`,
        [position],
      )
      return found ?? null
    },
    isWrong: (row) => db.get(`SELECT 1 FROM checks WHERE row = ? AND ${wrong()}`, [row]) !== undefined,
    forget() {
      made = null
    },
  }
}

/** True for every row in the order of the file. */
function isWhole({ text, show, sort }: TableView): boolean {
  return text === '' && show === 'all' && sort === null
}

/** SQL on the rows that contain a text in any cell, whatever the case, with its parameters. */
interface TextFilter {
  readonly sql: string
  readonly params: readonly string[]
}

/** A cell of `json_each`, as it is shown. */
const shownCell = `CASE type WHEN 'object' THEN value ->> 'json' ELSE value END`

/** The JSON of all cells is checked first, which rules out most rows. The rest are checked cell by cell. */
function textFilter(text: string): TextFilter {
  return {
    sql: `cells_json LIKE ? ESCAPE '\\'
      AND EXISTS (SELECT 1 FROM json_each(cells_json) WHERE ${shownCell} GLOB ?)`,
    params: [roughPattern(text), exactPattern(text)],
  }
}

/** LIKE ignores case for ASCII only, so every other letter becomes a wildcard. */
function roughPattern(text: string): string {
  const inJson = JSON.stringify(text).slice(1, -1)
  return `%${inJson.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/[^ -~]+/g, '%')}%`
}

function exactPattern(text: string): string {
  const characters = [...text].map((character) => {
    const cases = new Set([character, character.toLowerCase(), character.toUpperCase()])
    const single = [...cases].filter((one) => [...one].length === 1)
    return single.length > 1 || '*?['.includes(character) ? `[${single.join('')}]` : character
  })
  return `*${characters.join('')}*`
}

/**
 * The next cell of a view with an error after a place, wrapping around at the end; null if there is none. If a row was
 * fixed and so left the view, the next row now has its position.
 */
export function wrongCellAfter(
  views: TableViews,
  shownRow: (row: number) => TableRow,
  view: TableView,
  { row, column, position }: TablePlace,
): FoundCell | null {
  const at = views.position(view, row)
  const behind = at === null ? null : wrongIn(views, shownRow(row), column)
  if (at !== null && behind !== null) return { row: shownRow(row), column: behind, position: at }
  const found = views.wrongFrom(view, at === null ? position : at + 1) ?? views.wrongFrom(view, 0)
  if (found === null) return null
  const shown = shownRow(found.row)
  return { row: shown, column: wrongColumns(shown)[0] ?? wholeRow, position: found.position }
}

function wrongIn(views: TableViews, row: TableRow, after: number): number | null {
  if (!views.isWrong(row.row)) return null
  return wrongColumns(row).find((column) => column > after) ?? null
}

function wrongColumns({ errors }: TableRow): readonly number[] {
  return errors.map(({ column }) => column ?? wholeRow).toSorted((a, b) => a - b)
}
