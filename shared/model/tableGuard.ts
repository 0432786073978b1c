/** The columns at the end of a written table; it already has them if it was written before. */
export const resultColumns = ['status', 'file', 'revised_prompt', 'error', 'task_id'] as const

export type ResultColumn = (typeof resultColumns)[number]

/**
 * The columns with the service's words, or with names of files, which anyone who may write to the library can change: in
 * CSV and TSV these cells are guarded, and no others.
 */
const guardedColumns: ReadonlySet<string> = new Set<ResultColumn>([
  'file',
  'revised_prompt',
  'error',
  'task_id',
])

export function isGuardedColumn(column: string): boolean {
  return guardedColumns.has(column)
}

/** What begins a formula; the wide forms too, which some spreadsheets take for the others. */
const signs = String.raw`=+\-@＝＋－＠`

/**
 * Where a spreadsheet would see the beginning of a formula: at the start of a cell, and after anything that separates
 * cells elsewhere. It includes guards that are already there, so that a guard can always be distinguished from words.
 */
const start = String.raw`(?:^(?='*[${signs}\t\r])|(?<=[;,|\t\r\n]"?)(?='*[${signs}]))`
const unguardedStart = new RegExp(start, 'g')
const guardedStart = new RegExp(`${start}'`, 'g')

/** Words that a spreadsheet would run as a formula get an apostrophe before them. */
export function guarded(words: string): string {
  return words.replace(unguardedStart, "'")
}

/** Undoes `guarded`: returns the original words. */
export function unguarded(cell: string): string {
  return cell.replace(guardedStart, '')
}
