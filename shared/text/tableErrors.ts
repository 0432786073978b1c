/** What can go wrong when a table is queued; part of `errors`. */
export const tableErrors = {
  tableUnready: {
    cause: 'The open table is still being worked on.',
    next: 'Try again once it has been read, checked or queued.',
  },
  tableClosed: { cause: 'The table is no longer open.', next: 'Open its file again.' },
  tableRowsWrong: {
    cause: 'Some of the selected rows have errors.',
    next: 'Fix them, leave them out, or queue only the rows that are OK. Nothing was queued.',
  },
  tableEmpty: {
    cause: 'There are no rows left to queue.',
    next: 'Select rows that are OK and weren’t queued before, or choose to queue those again.',
  },
  tableTooLarge: {
    cause: 'The table needs more memory than is available.',
    next: 'Split the file into smaller ones and open those.',
  },
  batchWithoutTable: {
    cause: 'This batch didn’t come from a table.',
    next: 'Export its images instead.',
  },
  tableUnwritten: {
    cause: 'The table couldn’t be saved there. What was there before is unchanged.',
    next: 'Close it in other programs, free some space, or choose another place.',
  },
} as const
