/** What can go wrong when a table is queued or read, and the errors its rows can have; part of `errors`. */
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
  tableEncodingUnsure: {
    cause: 'The file doesn’t say how its letters are encoded, and nobody has said yet that they’re right.',
    next: 'Look at the first rows, choose the encoding in which they’re right, then queue the table.',
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

  tableUnreadable: {
    cause: 'The file can’t be read.',
    next: 'Check that it still exists and that you’re allowed to open it, then try again.',
  },
  tableFileTooLarge: {
    cause: 'The file is too large ({{megabytes}} MB). A table can be up to {{maximum}} MB.',
    next: 'Split it into smaller files and open those.',
  },
  tableBinary: {
    cause: 'This isn’t a text file, whatever its name says.',
    next: 'Open a CSV, TSV, JSON, JSONL or text file.',
  },
  tableSpreadsheet: {
    cause: 'This file is in a spreadsheet’s own format.',
    next: 'In the spreadsheet, save it as CSV (UTF-8) and open that. Or copy the cells and paste them here.',
  },
  tableMarkup: {
    cause: 'This file is a web page (HTML) or XML, whatever its name says.',
    next: 'Open it in a spreadsheet and save it as CSV (UTF-8). Or copy the cells there and paste them here.',
  },
  tableWithoutRows: {
    cause: 'There are no rows in this table.',
    next: 'Write one prompt per line, or a header with a column named prompt and rows below it.',
  },
  tableWithoutPrompt: {
    cause: 'No column is marked as the prompt.',
    next: 'Choose the column that holds the prompts.',
  },
  tableTooManyRows: {
    cause: 'There are more than {{maximum, number}} rows. The rest weren’t read.',
    next: 'Split the file into smaller ones and open those.',
  },
  tableTooManyColumns: {
    cause: 'Row {{row}} has more than {{maximum}} columns. That row and those after it weren’t read.',
    next: 'Check what separates its cells, or remove some columns.',
  },
  tableRecordTooLong: {
    cause:
      'The row at line {{line}} is longer than {{maximum}} MB. That row and those after it weren’t read.',
    next: 'Look for a quotation mark there that is never closed, or shorten the row.',
  },
  tableObjectTooLong: {
    cause: 'Row {{row}} is longer than {{maximum}} MB. That row and those after it weren’t read.',
    next: 'Shorten it, or check that the file is a list of objects.',
  },
  tableQuoteOpen: {
    cause:
      'The row at line {{line}} has a quotation mark that is never closed. That row and those after it weren’t read.',
    next: 'Close it, or double it if it’s part of the text, then open the file again.',
  },
  tableBroken: {
    cause: 'The row at line {{line}} can’t be read. That row and those after it were left out.',
    next: 'Fix the file there and open it again.',
  },
  tableJsonBroken: {
    cause: 'The JSON is cut off or invalid in row {{row}}. That row and those after it weren’t read.',
    next: 'Fix or complete the file and open it again.',
  },
  tableJsonShape: {
    cause: 'From row {{row}} on, this JSON isn’t a list of objects.',
    next: 'Use one array of objects, each with a prompt, either alone or as the only list in an object.',
  },

  rowRagged: {
    cause: 'This row has {{cells}} cells, but the header has {{columns}}.',
    next: 'In the file, put quotation marks around text that has the separator in it. Or check each cell here and edit one.',
  },
  lineUnreadable: {
    cause: 'Line {{line}} isn’t a JSON object.',
    next: 'Fix the line in the file and open it again, or fill in its cells here.',
  },
  keyTaken: {
    cause: 'Row {{row}} already has the key {{key}}.',
    next: 'Give each row its own key, or leave one of the two out.',
  },
  modeUnknown: {
    cause: '{{mode}} isn’t a mode.',
    next: 'Enter background or direct, or leave it empty.',
  },
  cellTooLong: {
    cause: 'This has {{length, number}} characters. Up to {{maximum, number}} are allowed.',
    next: 'Shorten it.',
  },
  controlCharacter: {
    cause: 'Character {{at}} is an invisible control character (U+{{character}}).',
    next: 'Delete it, or type the cell again.',
  },
  characterLost: {
    cause: 'Character {{at}} was lost, either in the file or while reading it (U+FFFD took its place).',
    next: 'Type it again, or save the file as UTF-8 and open it again.',
  },
  columnUnknown: {
    cause: 'The prompt has {{name}} in double braces, but there’s no variable column with that name.',
    next: 'Give a column that name, or put a backslash before the first brace if you mean it as text.',
  },
  cellEmpty: {
    cause: 'The prompt uses this column, but the cell is empty.',
    next: 'Fill it in, or remove the variable from the prompt of this row.',
  },
  rowTooMany: {
    cause: 'This row makes {{count}} prompts. Up to {{maximum}} are allowed.',
    next: 'Remove some alternatives from its prompt.',
  },
} as const
