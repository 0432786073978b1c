import { expect, test } from 'vitest'
import { readPasted } from '../../../renderer/stores/pastedText'

test.each([
  ['one line', 'a fern', 'line', 1],
  ['the cell a spreadsheet copies, with its line end', 'a fern\r\n', 'line', 1],
  ['one row of cells', 'a fern\t1024x1024', 'line', 1],
  ['lines, whatever ends them', 'a\r\nb\rc\nd\n', 'lines', 4],
  ['lines with empty ones between them', 'a\n\n \nb', 'lines', 2],
  ['rows of cells', 'a fern\t1\r\na heron\t2\r\n', 'table', 2],
  ['rows below a header, which is none', 'name\tPrompt\nx\ta fern\ny\ta heron', 'table', 2],
  ['a cell with line ends and quotes in it', 'a\t"two\nlines, ""quoted"""\nb\tc', 'table', 2],
  ['lines of which a later one has a tab', 'a\nb\tc', 'lines', 2],
])('recognises %s', (_, text, kind, count) => {
  expect(readPasted(text)).toMatchObject({ kind, count })
})

test('has the line ends of a field, and none at the end', () => {
  expect(readPasted('a\r\nb\r\n').text).toBe('a\nb')
})
