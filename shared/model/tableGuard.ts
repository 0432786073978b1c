/** The columns a written table ends in, or has already when it was written before. */
export const resultColumns = ['status', 'file', 'revised_prompt', 'error', 'task_id'] as const

export type ResultColumn = (typeof resultColumns)[number]

/** Those with words of the service: in CSV and TSV they are guarded, and no other cell is. */
const guardedColumns: ReadonlySet<string> = new Set<ResultColumn>(['revised_prompt', 'error', 'task_id'])

export function isGuardedColumn(column: string): boolean {
  return guardedColumns.has(column)
}

/** What a spreadsheet takes for a formula, with the guards before it: so that a guard can always be told from words. */
const formula = /^'*[=+\-@\t\r]/
const guardedFormula = /^''*[=+\-@\t\r]/

/** Words that a spreadsheet would run as a formula get an apostrophe before them. */
export function guarded(words: string): string {
  return formula.test(words) ? `'${words}` : words
}

/** What `guarded` made of some words is these words again. */
export function unguarded(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell
}
