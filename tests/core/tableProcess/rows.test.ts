import { describe, expect, test } from 'vitest'
import { startTables, type TestTables } from './tableHarness'

const codes = (
  errors: readonly { readonly column: number | null; readonly error: { readonly code: string } }[],
) => errors.map(({ column, error }) => [column, error.code])

async function readCsv(tables: TestTables, lines: readonly string[]) {
  return tables.read({ path: tables.file('list.csv', `${lines.join('\n')}\n`) })
}

describe('the problems of a row', () => {
  test('are reported with their column', async () => {
    const tables = await startTables()
    await readCsv(tables, [
      'prompt,model,size,n,mode,image,mood',
      ' ,m,1024x1024,1,direct,,calm',
      'a,,1024,0,later,nowhere,calm',
      'a {{Mood}} cat,m,,2,SYNC,https://a.example/1.png | https://a.example/2.png,calm',
      'a {{colour}} cat,m,,1.5,,,calm',
      'short,m',
      'long,m,,1,,,calm,more',
      '=SUM(A1),m,,,,,=1+1',
    ])
    const rows = await tables.rows()
    expect(rows.map(({ errors }) => codes(errors))).toEqual([
      [[0, 'promptEmpty']],
      [
        [2, 'sizeInvalid'],
        [3, 'countInvalid'],
        [5, 'referenceInvalid'],
        [4, 'modeUnknown'],
      ],
      [],
      [
        [0, 'columnUnknown'],
        [3, 'countInvalid'],
      ],
      [[null, 'rowRagged']],
      [[null, 'rowRagged']],
      [],
    ])
    expect(rows[2]).toMatchObject({ requests: 1, images: 2 })
    expect(rows[5]?.cells).toEqual(['long', 'm', '', '1', '', '', 'calm', 'more'])
    const plan = await tables.plan()
    expect(plan[2]?.drafts).toEqual([
      {
        prompt: 'a calm cat',
        model: 'm',
        size: '',
        n: 2,
        mode: 'direct',
        image: ['https://a.example/1.png', 'https://a.example/2.png'],
      },
    ])
    expect(plan[6]?.drafts[0]?.prompt).toBe('=SUM(A1)')
  })

  test('include characters that can’t be seen, sent or read', async () => {
    const tables = await startTables()
    const prompts = ['bell \x07', 'tab\tand\nline', 'half \ud83d', 'lost \ufffd', 'nul \0!', 'שלום 東京 🌊']
    const path = tables.file('list.json', JSON.stringify(prompts.map((prompt) => ({ prompt }))))
    await tables.read({ path })
    const rows = await tables.rows()
    expect(rows.map(({ errors }) => errors.map(({ error }) => [error.code, error.params.at]))).toEqual([
      [['controlCharacter', 6]],
      [],
      [[expect.stringMatching(/^character(Broken|Lost)$/), 6]],
      [['characterLost', 6]],
      [['controlCharacter', 5]],
      [],
    ])
    expect(rows[4]?.cells).toEqual(['nul \0!'])
  })

  test('include a key that an earlier row has, until one of them has another', async () => {
    const tables = await startTables()
    await readCsv(tables, ['prompt,key', 'a,x', 'b,x', 'c,y', 'd, x '])
    expect((await tables.rows()).map(({ errors }) => errors)).toMatchObject([
      [],
      [{ column: 1, error: { code: 'keyTaken', params: { key: 'x', row: 1 } } }],
      [],
      [{ column: 1, error: { code: 'keyTaken', params: { key: 'x', row: 1 } } }],
    ])
    expect(await tables.edit(1, 1, 'z')).toMatchObject({ errors: [] })
    expect((await tables.rows()).map(({ errors }) => errors.length)).toEqual([0, 0, 0, 1])
    await tables.edit(4, 1, '')
    const { counts } = await tables.table({ kind: 'select', which: { rows: [] }, selected: true })
    expect(counts).toMatchObject({ wrong: 0, toQueue: 4 })
  })

  test('exclude a size or references that the mode leaves out, which is counted instead', async () => {
    const tables = await startTables()
    const table = await readCsv(tables, [
      'prompt,size,image,mode',
      'a,1024x1024,,',
      'b,,https://a.example/1.png,background',
      'c,1024x1024,,direct',
      'd,,,',
    ])
    expect(table.counts).toMatchObject({ toQueue: 4, leftOut: 2, unsentSizes: 1, unsentReferences: 1 })
    const { settings } = table
    const change = (mode: 'direct' | 'background', fullBackground: boolean) =>
      tables.table({
        kind: 'change',
        settings: { ...settings, defaults: { ...settings.defaults, mode } },
        planning: { fullBackground },
      })
    expect((await change('direct', false)).counts).toMatchObject({ leftOut: 1 })
    expect((await change('background', true)).counts).toMatchObject({ leftOut: 0 })
  })

  test('exclude what a row neither names nor sends: in Background the form’s size and references', async () => {
    const tables = await startTables()
    const table = await readCsv(tables, ['prompt,size,image,mode', 'a,,,', 'b,,,direct', 'c,large,,'])
    const defaults = { ...table.settings.defaults, size: 'large', image: ['nowhere'] }
    const change = (fullBackground: boolean) =>
      tables.table({
        kind: 'change',
        settings: { ...table.settings, defaults },
        planning: { fullBackground },
      })
    expect((await change(false)).counts).toMatchObject({ wrong: 2, requests: 1, leftOut: 0, unsentSizes: 1 })
    const rows = await tables.rows()
    expect(rows.map(({ carriesOptions }) => carriesOptions)).toEqual([false, true, false])
    expect(rows.map(({ errors }) => codes(errors))).toEqual([
      [],
      [
        [1, 'sizeInvalid'],
        [2, 'referenceInvalid'],
      ],
      [[1, 'sizeInvalid']],
    ])
    expect((await change(true)).counts).toMatchObject({ wrong: 3 })
    expect((await tables.rows()).map(({ carriesOptions }) => carriesOptions)).toEqual([true, true, true])
  })

  test('go with an edit, which is kept', async () => {
    const tables = await startTables()
    await readCsv(tables, ['prompt,n', 'a,none', 'b'])
    expect(await tables.edit(1, 1, '3')).toMatchObject({ cells: ['a', '3'], errors: [], images: 3 })
    expect(await tables.edit(2, 0, 'c')).toMatchObject({ cells: ['c', ''], errors: [] })
    await tables.restart()
    const table = await tables.table({ kind: 'reopen', tableId: 'table' })
    expect(table).toMatchObject({ edited: true, counts: { wrong: 0, toQueue: 2, images: 4 } })
    expect(await tables.cells()).toEqual([
      ['a', '3'],
      ['c', ''],
    ])
  })
})

describe('alternatives', () => {
  test('are text unless they are enabled, and then rejected by their number when there are too many', async () => {
    const tables = await startTables()
    const table = await readCsv(tables, ['prompt', '{a|b} {c|d}', '{a|b|c|d|e|f|g|h|i|j}'.repeat(6)])
    expect(table.counts).toMatchObject({ wrong: 0, requests: 2, textBraces: 2 })
    const settings = { ...table.settings, expand: true }
    const changed = await tables.table({ kind: 'change', settings, planning: { fullBackground: false } })
    expect(changed.counts).toMatchObject({ wrong: 1, requests: 4, textBraces: 0 })
    expect((await tables.rows())[1]?.errors).toMatchObject([
      { column: 0, error: { code: 'rowTooMany', params: { count: '1000000' } } },
    ])
    expect((await tables.plan())[0]?.drafts.map(({ prompt }) => prompt)).toEqual(['a c', 'a d', 'b c', 'b d'])
  })
})

describe('braces that are sent as text', () => {
  test('are counted where they seem meant as alternatives or a variable, with a partner or without', async () => {
    const tables = await startTables()
    const { counts } = await readCsv(tables, [
      'prompt,mood',
      'a {red|blue boat,x',
      'a red|blue} boat,x',
      'a {{mood} boat,x',
      'a {red} boat,x',
      'a {{mood}} boat,x',
      'a plain boat,x',
    ])
    expect(counts).toMatchObject({ wrong: 0, toQueue: 6, textBraces: 3 })
    const { counts: after } = await tables.table({ kind: 'select', which: { rows: [1] }, selected: false })
    expect(after).toMatchObject({ toQueue: 5, textBraces: 2 })
  })
})

describe('a view', () => {
  test('is filtered by text ignoring case, sorted by numbers as numbers, and selected as a whole', async () => {
    const tables = await startTables()
    await readCsv(tables, [
      'prompt,n,mood',
      'Été,10,x',
      'an n,2,"a,b"',
      'été,none,y',
      'CAFÉ 100%,,z',
      'a*b_c,9,z',
    ])
    const prompts = async (view: Parameters<TestTables['rows']>[0]) =>
      (await tables.rows(view)).map(({ cells }) => cells[0])
    expect(await prompts({ text: 'éTÉ' })).toEqual(['Été', 'été'])
    expect(await prompts({ text: 'café 100%' })).toEqual(['CAFÉ 100%'])
    expect(await prompts({ text: '*b_' })).toEqual(['a*b_c'])
    expect(await prompts({ text: ',' })).toEqual(['an n'])
    expect(await prompts({ text: '"' })).toEqual([])
    const sort = { column: 1, descending: false }
    expect(await prompts({ sort })).toEqual(['an n', 'a*b_c', 'Été', 'été', 'CAFÉ 100%'])
    expect(await prompts({ sort: { ...sort, descending: true } })).toEqual([
      'été',
      'Été',
      'a*b_c',
      'an n',
      'CAFÉ 100%',
    ])
    expect(await prompts({ show: 'wrong' })).toEqual(['été'])
    expect(await tables.total({ show: 'right' })).toBe(4)
    const view = { text: 'z', show: 'right', sort: null } as const
    const { counts } = await tables.table({ kind: 'select', which: { view }, selected: false })
    expect(counts).toMatchObject({ selected: 3, selectedWrong: 1, toQueue: 2 })
    const two = await tables.table({ kind: 'select', which: { rows: [4, 1] }, selected: false })
    expect(two.counts).toMatchObject({ rows: 5, selected: 2, selectedWrong: 1, toQueue: 1 })
  })
})

describe('rows that are known', () => {
  test('are left out before their errors count, unless they are to be queued again', async () => {
    const tables = await startTables()
    const table = await readCsv(tables, ['prompt,n', 'a,1', 'b,none', 'c,2'])
    const one = { by: 'content', batchId: 'b1', batchName: 'Batch' } as const
    const known = [1, 2].map((row) => ({ row, ...one }))
    expect((await tables.table({ kind: 'known', from: 1, to: 3, known })).counts).toEqual({
      rows: 3,
      wrong: 0,
      known: 2,
      selected: 3,
      selectedWrong: 0,
      toQueue: 1,
      leftOut: 0,
      unsentSizes: 0,
      unsentReferences: 0,
      textBraces: 0,
      requests: 2,
      images: 2,
    })
    expect((await tables.rows({ show: 'known' })).map(({ known }) => known)).toEqual([one, one])
    expect((await tables.plan()).map(({ drafts }) => drafts.length)).toEqual([0, 0, 1])
    const settings = { ...table.settings, again: true }
    const again = await tables.table({ kind: 'change', settings, planning: { fullBackground: false } })
    expect(again.counts).toMatchObject({ wrong: 1, known: 2, toQueue: 2, requests: 3 })
    const refused = await tables.ask({ kind: 'plan', after: 0, limit: 10, onlyRight: false })
    expect(refused).toMatchObject({ kind: 'failed', error: { code: 'tableRowsWrong' } })
  })

  test('are recognised by key, by their request, and by how they were read whatever was edited since', async () => {
    const tables = await startTables()
    await readCsv(tables, ['prompt,n,key', 'a,1,k', 'b,none,', 'a,1,'])
    const before = await tables.identities()
    expect(before.map(({ key }) => key)).toEqual(['k', null, null])
    expect(before[1]?.content).toBe('')
    expect(before[0]?.content).toBe(before[2]?.content)
    expect(before[0]?.source).not.toBe(before[2]?.source)
    await tables.edit(3, 0, 'other')
    const after = await tables.identities()
    expect(after[2]?.source).toBe(before[2]?.source)
    expect(after[2]?.content).not.toBe(before[2]?.content)
  })
})
