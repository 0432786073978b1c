import type { TableLayout } from '@shared/model/table'
import type { TableCell } from '@shared/model/tableCells'
import fc from 'fast-check'

/** A table, and what the service answered for each of its rows. */
export interface TableSample {
  readonly layout: TableLayout
  readonly columns: readonly string[]
  readonly rows: readonly (readonly TableCell[])[]
  readonly words: readonly string[]
}

const pieces = [
  'a red chair',
  '"',
  '""',
  "'",
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '=1+1',
  '+',
  '-',
  '@SUM(A1)',
  '{{colour}}',
  '\\',
  '猫の絵',
  'كرسي أحمر',
  '👩‍👩‍👧‍👦🪑',
  '\u0301',
  '\u202e',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\u0007',
  '\u007f',
  '#',
  '[{',
  'null',
]
const text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 8 }).map((some) => some.replaceAll('\0', '')),
  },
  { weight: 1, arbitrary: fc.constant('') },
)

const newline = fc.constantFrom<TableLayout['newline'][]>('\n', '\r\n', '\r')
const unicode = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
  bom: fc.boolean(),
})

const delimited = fc.oneof(
  fc.record({ format: fc.constant('csv' as const), delimiter: fc.constantFrom(',', ';') }),
  fc.record({ format: fc.constant('tsv' as const), delimiter: fc.constant('\t') }),
)
const objects = fc.record({
  format: fc.constantFrom('json' as const, 'jsonl' as const),
  delimiter: fc.constant(''),
})

const value = fc
  .jsonValue({ maxDepth: 2 })
  .filter((some) => typeof some !== 'string')
  .map((some): TableCell => ({ json: JSON.stringify(some) }))

function samples(of: {
  readonly layout: fc.Arbitrary<Pick<TableLayout, 'format' | 'delimiter'>>
  readonly text: fc.Arbitrary<string>
  readonly cell: fc.Arbitrary<TableCell>
}): fc.Arbitrary<TableSample> {
  const names = fc
    // No numbers: objects list those keys first.
    .uniqueArray(
      of.text.filter((name) => name !== '' && !/^(\d+|__proto__)$/.test(name)),
      { maxLength: 4 },
    )
    .map((others) => ['prompt', ...others.filter((name) => name !== 'prompt')])
  // Enough plain words that odd characters do not make it look like something other than text.
  const prompt = of.text.map((words) => `a chair of plain words, ${words}`)
  const row = fc.tuple(prompt, fc.array(of.cell, { minLength: 4, maxLength: 4 }), of.text)
  const rows = fc.array(row, { minLength: 1, maxLength: 5 })
  return fc
    .tuple(of.layout, unicode, newline, names, rows)
    .map(([format, encoding, end, columns, given]) => ({
      layout: { ...format, ...encoding, newline: end },
      columns,
      rows: given.map(([first, others], at) =>
        // Every name in an object has to appear once to become a column.
        [first, ...others].slice(0, columns.length).map((cell) => (at === 0 && cell === null ? '' : cell)),
      ),
      words: given.map(([, , words]) => words),
    }))
}

export const delimitedSamples = samples({ layout: delimited, text, cell: text })

/** The JSON parser strips a byte order mark at the beginning of a text. */
const unmarked = text.map((some) => some.replace(/^\ufeff+/, ''))
export const objectSamples = samples({
  layout: objects,
  text: unmarked,
  cell: fc.oneof(unmarked, value, fc.constant(null)),
})
