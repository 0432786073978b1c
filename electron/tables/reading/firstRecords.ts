/** A row as it stands at the beginning of a file. */
export interface FirstRecord {
  /** The 1-based line where it begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** How many rows are looked at to find the names of the columns. */
const looked = 20

/** The first lines that aren't blank, each as one cell. */
export function firstLines(head: string): FirstRecord[] {
  return head
    .split(/\r\n|\n|\r/, looked * 2)
    .map((line, at) => ({ line: at + 1, cells: [line] }))
    .filter(({ cells }) => cells[0]?.trim() !== '')
    .slice(0, looked)
}

/** The first rows that aren't empty, as CSV with this delimiter. The last one may be cut off. */
export function firstRecords(head: string, delimiter: string): FirstRecord[] {
  const records: FirstRecord[] = []
  let line = 1
  let begins = 1
  let cells: string[] = []
  let cell = ''
  let isQuoted = false

  const endCell = (): void => {
    cells.push(cell)
    cell = ''
  }
  const endRecord = (): void => {
    endCell()
    if (cells.some((one) => one.trim() !== '')) records.push({ line: begins, cells })
    cells = []
    begins = line
  }

  for (const [token] of head.matchAll(/\r\n|""|[\s\S]/g)) {
    if (records.length === looked) return records
    const isEnd = token === '\n' || token === '\r' || token === '\r\n'
    if (isEnd) line += 1
    if (isQuoted && token === '"') isQuoted = false
    else if (isQuoted) cell += token === '""' ? '"' : token
    else if (token === '"' && cell.trim() === '') isQuoted = true
    else if (token === '""' && cell.trim() === '') cell = ''
    else if (isEnd) endRecord()
    else if (token === delimiter) endCell()
    else cell += token
  }
  endRecord()
  return records
}
