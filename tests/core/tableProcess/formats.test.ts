import { describe, expect, it } from 'vitest'
import { startTables } from './tableHarness'

describe('a CSV file', () => {
  it('is read with its header as roles, and extra columns kept', async () => {
    const tables = await startTables()
    const path = tables.file(
      'list.csv',
      'Text,Images,Mood,ID\n"a ""red"" cat",2,calm,k1\n"two\nlines",,,k2\n',
    )
    const table = await tables.read({ path })
    expect(table).toMatchObject({
      stage: 'ready',
      problem: null,
      columns: ['Text', 'Images', 'Mood', 'ID'],
      settings: { roles: ['prompt', 'n', null, 'key'] },
      layout: { format: 'csv', encoding: 'utf-8', bom: false, delimiter: ',', newline: '\n' },
      counts: { rows: 2, wrong: 0, selected: 2, toQueue: 2, requests: 3, images: 3 },
      requestsByModel: { 'aurora-2': 3 },
    })
    expect(await tables.rows()).toMatchObject([
      { row: 1, line: 2, cells: ['a "red" cat', '2', 'calm', 'k1'], errors: [], requests: 2, images: 2 },
      { row: 2, line: 3, cells: ['two\nlines', '', '', 'k2'], errors: [], requests: 1, images: 1 },
    ])
  })
})
