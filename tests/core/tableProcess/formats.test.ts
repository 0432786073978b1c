import { describe, expect, test } from 'vitest'
import { startTables } from './tableHarness'

const bytes = (text: string, encoding: BufferEncoding, mark: readonly number[] = []) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)])

const bigEndian = (text: string, mark: readonly number[] = []) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, 'utf16le').swap16()])

describe('a CSV file', () => {
  test('is read with its header as roles, and its other columns kept', async () => {
    const tables = await startTables()
    const path = tables.file(
      'list.csv',
      'Text,Images,Mood,ID\n"a ""red"" cat",2,calm,k1\n"two\nlines",,,k2\n',
    )
    expect(await tables.read({ path })).toMatchObject({
      stage: 'ready',
      problem: null,
      columns: ['Text', 'Images', 'Mood', 'ID'],
      settings: { roles: ['prompt', 'n', null, 'key'] },
      layout: { format: 'csv', encoding: 'utf-8', bom: false, delimiter: ',', newline: '\n' },
      counts: { rows: 2, wrong: 0, selected: 2, toQueue: 2, requests: 3, images: 3 },
      requestsByPrice: [{ model: 'aurora-2', size: null, requests: 3, images: 3 }],
    })
    expect(await tables.rows()).toMatchObject([
      { row: 1, line: 2, cells: ['a "red" cat', '2', 'calm', 'k1'], errors: [], requests: 2, images: 2 },
      { row: 2, line: 3, cells: ['two\nlines', '', '', 'k2'], errors: [], requests: 1, images: 1 },
    ])
  })

  test('reports the line on which each row begins, past quoted lines and empty ones', async () => {
    const tables = await startTables()
    await tables.read({ path: tables.file('list.csv', 'prompt,n\r\n"a\r\nb\r\nc",1\r\n\r\n,\r\nd,1\r\n') })
    expect(await tables.rows()).toMatchObject([
      { line: 2, cells: ['a\r\nb\r\nc', '1'] },
      { line: 7, cells: ['d', '1'] },
    ])
  })

  test('gives a role to the first column with its exact name, else to an alias; others become variables', async () => {
    const tables = await startTables()
    const path = tables.file('list.csv', 'description,Prompt,count,n,Prompt\na,b,1,2,c\n')
    const { settings } = await tables.read({ path })
    expect(settings.roles).toEqual([null, 'prompt', null, 'n', null])
  })

  test.each([
    [
      'semicolons',
      'list.csv',
      'prompt;n\r\n"a; b";2\r\n',
      { format: 'csv', delimiter: ';', newline: '\r\n' },
    ],
    ['tabs', 'list.tsv', 'prompt\tn\ra; b\t2\r', { format: 'tsv', delimiter: '\t', newline: '\r' }],
    ['tabs in a .txt', 'list.txt', 'prompt\tn\na; b\t2\n', { format: 'tsv', delimiter: '\t', newline: '\n' }],
  ])('may have %s', async (_, name, text, layout) => {
    const tables = await startTables()
    expect((await tables.read({ path: tables.file(name, text) })).layout).toMatchObject(layout)
    expect(await tables.cells()).toEqual([['a; b', '2']])
  })

  test('of one column without a known name is a list of prompts', async () => {
    const tables = await startTables()
    const table = await tables.read({ path: tables.file('list.csv', 'a cat\n"a dog, running"\n') })
    expect(table).toMatchObject({ columns: ['prompt'], settings: { roles: ['prompt'] }, problem: null })
    expect(await tables.cells()).toEqual([['a cat'], ['a dog, running']])
  })

  test('loses the guards on the service’s words, and no other apostrophe', async () => {
    const tables = await startTables()
    await tables.read({ path: tables.file('list.csv', "prompt,error\n'=sum,'=sum\n") })
    expect(await tables.cells()).toEqual([["'=sum", '=sum']])
  })
})

describe('the encoding of a file', () => {
  const text = 'prompt,n\n東京の夜景 – naïve 🌊,1\n'
  test.each([
    ['utf-8', false, Buffer.from(text)],
    ['utf-8', true, bytes(text, 'utf8', [0xef, 0xbb, 0xbf])],
    ['utf-16le', true, bytes(text, 'utf16le', [0xff, 0xfe])],
    ['utf-16le', false, bytes(text, 'utf16le')],
    ['utf-16be', true, bigEndian(text, [0xfe, 0xff])],
    ['utf-16be', false, bigEndian(text)],
  ])('is known: %s, with a byte order mark: %s', async (encoding, bom, content) => {
    const tables = await startTables()
    const { layout, columns } = await tables.read({ path: tables.file('list.csv', content) })
    expect(layout).toMatchObject({ encoding, bom })
    expect(columns).toEqual(['prompt', 'n'])
    expect(await tables.cells()).toEqual([['東京の夜景 – naïve 🌊', '1']])
  })

  test('is guessed where nothing declares it', async () => {
    const tables = await startTables()
    const western = 'Une forêt à l’aube, très calme, où la lumière glisse déjà\n'
    const content = Buffer.from(western.replace('’', "'"), 'latin1')
    expect((await tables.read({ path: tables.file('list.txt', content) })).layout.encoding).toBe(
      'windows-1252',
    )
    expect(await tables.cells()).toEqual([["Une forêt à l'aube, très calme, où la lumière glisse déjà"]])
  })

  test('is guessed for Japanese', async () => {
    const tables = await startTables()
    // 夜の港の景色、静かな海、古い町の灯り
    const words = '96e982cc8d6082cc8c6990468141 90c382a982c88a4381418cc382a2 92ac82cc939482e8'.replaceAll(
      ' ',
      '',
    )
    const content = Buffer.concat([Buffer.from('prompt\n'), Buffer.from(`${words}0a`.repeat(20), 'hex')])
    expect((await tables.read({ path: tables.file('list.csv', content) })).layout.encoding).toBe('shift_jis')
    expect((await tables.cells())[0]?.[0]).toMatch(/^夜の港の景色、/)
  })
})

describe('JSON', () => {
  test('is an array of objects, whose names are the columns, and values that aren’t text stay so', async () => {
    const tables = await startTables()
    const objects = [
      { prompt: 'a', n: 2 },
      { prompt: 'b', image: ['https://a.example/1.png'], 'extra one': null },
    ]
    const table = await tables.read({ path: tables.file('list.json', JSON.stringify(objects)) })
    expect(table).toMatchObject({
      columns: ['prompt', 'n', 'image', 'extra one'],
      counts: { rows: 2, wrong: 0 },
    })
    expect(await tables.cells()).toEqual([
      ['a', '2', '', ''],
      ['b', '', '["https://a.example/1.png"]', ''],
    ])
    const plan = await tables.plan()
    expect(plan.map(({ cells }) => JSON.parse(cells))).toEqual([
      ['a', { json: '2' }],
      ['b', null, { json: '["https://a.example/1.png"]' }, { json: 'null' }],
    ])
  })

  test('may have its only array inside an object', async () => {
    const tables = await startTables()
    const text = JSON.stringify({ version: 1, tags: ['x'], data: [{ prompt: 'a' }, { prompt: 'b' }] })
    await tables.read({ path: tables.file('list.json', text) })
    expect(await tables.cells()).toEqual([['a'], ['b']])
  })

  test('may define a variable of an earlier row in a later column', async () => {
    const tables = await startTables()
    const path = tables.file('list.json', '[{"prompt":"a {{mood}} cat"},{"prompt":"a dog","mood":"calm"}]')
    expect(await tables.read({ path })).toMatchObject({ columns: ['prompt', 'mood'], counts: { wrong: 1 } })
    // There is such a column; this row has nothing in it.
    const [row] = await tables.rows()
    expect(row?.errors).toMatchObject([{ column: 1, error: { code: 'cellEmpty' } }])
  })

  test('names columns of JSON Lines as they are written, whatever characters their names contain', async () => {
    const tables = await startTables()
    const lines = ['{"prompt":"a","\\\\":1}', '{"prompt":"b","\\n":2}', '{"prompt":"c","\\\\n":3}']
    const path = tables.file('list.jsonl', [...lines, ...lines].join('\n'))
    expect((await tables.read({ path })).columns).toEqual(['prompt', '\\', '\n', '\\n'])
  })

  test('reads no line of JSON Lines that is nested too deeply', async () => {
    const tables = await startTables()
    const deep = `{"prompt":"a","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const path = tables.file('list.jsonl', `${deep}\n{"prompt":"b"}\n`)
    expect(await tables.read({ path })).toMatchObject({ counts: { rows: 2, wrong: 1 }, problem: null })
  })

  test('with one object per line is read, and errors name the line', async () => {
    const tables = await startTables()
    const path = tables.file(
      'list.jsonl',
      '{"prompt":"a"}\r\n\r\n{"prompt":\r\n[1]\r\n{"prompt":"b","n":2}\r\n',
    )
    expect((await tables.read({ path })).layout).toMatchObject({ format: 'jsonl', newline: '\r\n' })
    expect(await tables.rows()).toMatchObject([
      { line: 1, cells: ['a', ''], errors: [] },
      { line: 3, errors: [{ column: null, error: { code: 'lineUnreadable', params: { line: 3 } } }, {}] },
      { line: 4, errors: [{ error: { code: 'lineUnreadable', params: { line: 4 } } }, {}] },
      { line: 5, cells: ['b', '2'], errors: [] },
    ])
  })
})

describe('text', () => {
  test('in a file is one prompt per line', async () => {
    const tables = await startTables()
    const path = tables.file('list.txt', 'a cat, "quoted"\n\n  \nprompt, with commas\n')
    expect((await tables.read({ path })).layout).toMatchObject({ format: 'txt', delimiter: '' })
    expect(await tables.rows()).toMatchObject([
      { line: 1, cells: ['a cat, "quoted"'] },
      { line: 4, cells: ['prompt, with commas'] },
    ])
  })

  test.each([
    ['cells of a spreadsheet', 'Prompt\tn\n"a\n""big"" cat"\t2', 'tsv', [['a\n"big" cat', '2']]],
    ['a CSV with a header', 'prompt,n\n"a, b",2', 'csv', [['a, b', '2']]],
    ['a prompt a line', 'a cat, running\na dog', 'txt', [['a cat, running'], ['a dog']]],
  ])('that is pasted may be %s', async (_, text, format, cells) => {
    const tables = await startTables()
    expect((await tables.read({ text })).layout.format).toBe(format)
    expect(await tables.cells()).toEqual(cells)
  })
})
