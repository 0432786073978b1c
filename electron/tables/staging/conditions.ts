import type { TableView } from '@shared/model/table'

/** SQL on `checks`. A row whose key another row already has counts as wrong, even if it has no other error. */
export const isWrong = '(errors_json IS NOT NULL OR taken_by IS NOT NULL)'

/** Known rows are left out, whatever their errors, unless they should be queued again. */
export function isSkipped(again: boolean): string {
  return again ? '0' : '(known_json IS NOT NULL)'
}

export function isShown(show: TableView['show'], again: boolean): string {
  switch (show) {
    case 'all':
      return '1'
    case 'right':
      return `NOT ${isWrong} AND NOT ${isSkipped(again)}`
    case 'wrong':
      return `${isWrong} AND NOT ${isSkipped(again)}`
    case 'known':
      return 'known_json IS NOT NULL'
  }
}
