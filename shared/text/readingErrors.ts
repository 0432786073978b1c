/** What can be wrong with a table as it is read, and with its rows; part of `errors`. */
export const readingErrors = {
  tableUnreadable: {
    cause: 'The file can’t be read.',
    next: 'See whether it is still there and may be opened, then open it again.',
  },
  tableFileTooLarge: {
    cause: 'The file has {{megabytes}} MB. Tables of up to {{maximum}} MB are read.',
    next: 'Split it into smaller ones and open those.',
  },
  tableBinary: {
    cause: 'This is not a text file, whatever its name says.',
    next: 'Open a CSV, TSV, JSON, JSONL or text file.',
  },
  tableSpreadsheet: {
    cause: 'This is a spreadsheet’s own file.',
    next: 'Save it as CSV (UTF-8) in the spreadsheet and open that, or copy its cells and paste them.',
  },
  tableWithoutRows: {
    cause: 'There are no rows in it.',
    next: 'Write one prompt per line, or a header with a column named prompt and rows below it.',
  },
  tableWithoutPrompt: {
    cause: 'No column is the prompt.',
    next: 'Pick the column that holds the prompts.',
  },
  tableTooManyRows: {
    cause: 'There are more than {{maximum, number}} rows. Those after them were not read.',
    next: 'Split the file into smaller ones and open those.',
  },
  tableTooManyColumns: {
    cause: 'Row {{row}} has more than {{maximum}} columns. It and those after it were not read.',
    next: 'Look for what parts its cells, or leave columns out.',
  },
  tableRecordTooLong: {
    cause: 'The row at line {{line}} is longer than {{maximum}} MB. It and those after it were not read.',
    next: 'Look for a quotation mark there that is never closed, or shorten the row.',
  },
  tableObjectTooLong: {
    cause: 'Row {{row}} is longer than {{maximum}} MB. It and those after it were not read.',
    next: 'Shorten it, or look whether the file is a list of objects.',
  },
  tableQuoteOpen: {
    cause: 'A quotation mark that opens in the row at line {{line}} is never closed. That row was not read.',
    next: 'Close it, or write it twice if it belongs to the text, then open the file again.',
  },
  tableBroken: {
    cause: 'The row at line {{line}} can’t be read. It and those after it were left out.',
    next: 'Fix the file there and open it again.',
  },
  tableJsonBroken: {
    cause: 'The JSON breaks off or is wrong in row {{row}}. It and those after it were not read.',
    next: 'Fix or complete the file and open it again.',
  },
  tableJsonShape: {
    cause: 'From row {{row}} on this JSON is not a list of objects.',
    next: 'Write one array of objects, each with a prompt, alone or as the one list of an object.',
  },

  rowRagged: {
    cause: 'This row has {{cells}} cells where the header has {{columns}}.',
    next: 'Put text that holds commas in quotation marks in the file, or look each cell over and edit one.',
  },
  lineUnreadable: {
    cause: 'Line {{line}} is not a JSON object.',
    next: 'Fix the line in the file and open it again, or write its cells here.',
  },
  keyTaken: {
    cause: 'Row {{row}} has the key {{key}} already.',
    next: 'Give each row a key of its own, or leave one of the two out.',
  },
  modeUnknown: {
    cause: '{{mode}} is not a mode.',
    next: 'Write background or direct, or leave it empty.',
  },
  cellTooLong: {
    cause: 'This has {{length, number}} characters, {{maximum, number}} at most are allowed.',
    next: 'Shorten it.',
  },
  controlCharacter: {
    cause: 'Character {{at}} is a control character (U+{{character}}), which nobody can see.',
    next: 'Delete it, or write the cell anew.',
  },
  characterLost: {
    cause: 'Character {{at}} was lost before or while the file was read (U+FFFD stands for it).',
    next: 'Write it anew, or save the file as UTF-8 and open it again.',
  },
  columnUnknown: {
    cause: 'The prompt names {{name}} in double braces, and no column without another use has that name.',
    next: 'Name a column so, or put a backslash before the first brace if it is text.',
  },
  rowTooMany: {
    cause: 'This row stands for {{count}} prompts, {{maximum}} at most are allowed.',
    next: 'Take some alternatives out of its prompt.',
  },
} as const
