import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startTables } from './tableHarness'

/** Text of a cell with everything that has to be quoted, and what other encodings would change. */
const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', 'a\nb', ' ', 'é', '東京', '🌊', '=1+1', '\u00a0'),
)
const cell = fc.array(word, { maxLength: 4 }).map((words) => words.join(''))

/** A non-empty prompt keeps a row from being taken for an empty one. */
const rows = fc.array(
  fc.tuple(
    cell.map((text) => `p${text}`),
    cell,
    cell,
  ),
  { minLength: 1, maxLength: 12 },
)

const encoded: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}

describe('what csv-stringify writes', () => {
  test.each([
    [',', '\n', 'utf-8'],
    [',', '\r\n', 'utf-8 with a mark'],
    [';', '\r\n', 'utf-16le'],
    ['\t', '\n', 'utf-16be'],
    ['\t', '\r', 'utf-8'],
  ])('with %j and %j in %s is read as the same cells', async (delimiter, newline, encoding) => {
    const tables = await startTables()
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const text = stringify([['prompt', 'a', 'b'], ...cells], {
          delimiter,
          record_delimiter: newline,
          quoted_match: /[\r\n]/,
        })
        const path = tables.file('list.csv', encoded[encoding]?.(text) ?? '')
        const table = await tables.read({ path })
        expect(table.layout).toMatchObject({ delimiter, newline })
        expect(await tables.cells()).toEqual(cells)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what JSON.stringify writes', () => {
  test.each(['list.json', 'list.jsonl'])('into %s is read as the same values', async (name) => {
    const tables = await startTables()
    const value = fc.oneof(
      cell,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(cell, { maxLength: 3 }),
    )
    const object = fc.record({ prompt: cell, n: value, other: value })
    await fc.assert(
      fc.asyncProperty(fc.array(object, { minLength: 2, maxLength: 8 }), async (objects) => {
        const lines = objects.map((one) => JSON.stringify(one)).join('\n')
        await tables.read({ path: tables.file(name, name.endsWith('l') ? lines : JSON.stringify(objects)) })
        const read = (await tables.plan()).map(({ cells }): unknown => JSON.parse(cells))
        const kept = (one: unknown) => (typeof one === 'string' ? one : { json: JSON.stringify(one) })
        expect(read).toEqual(objects.map(({ prompt, n, other }) => [prompt, kept(n), kept(other)]))
      }),
      { numRuns: 60 },
    )
  })
})
