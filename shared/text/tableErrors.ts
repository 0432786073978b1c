/** What can be wrong with a table that is to be queued; part of `errors`. */
export const tableErrors = {
  tableUnready: {
    cause: 'Something is still being done with the table that is open.',
    next: 'Try again when it is read, checked or queued.',
  },
  tableClosed: { cause: 'The table is no longer open.', next: 'Open its file again.' },
  tableRowsWrong: {
    cause: 'Some of the selected rows are wrong.',
    next: 'Fix them, leave them out, or queue the right ones only. Nothing was queued.',
  },
  tableEmpty: {
    cause: 'No row is left to be queued.',
    next: 'Select rows that are right and were not queued before, or choose to queue those again.',
  },
  tableTooLarge: {
    cause: 'The table takes more memory than there is.',
    next: 'Split the file into smaller ones and open those.',
  },
  batchWithoutTable: {
    cause: 'This batch did not come from a table.',
    next: 'Export its images instead.',
  },
  tableUnwritten: {
    cause: 'The table could not be written there. What was there before is unchanged.',
    next: 'Close it in other programs, free some space, or choose another place.',
  },
} as const
