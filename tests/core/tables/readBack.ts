import { tableCellsSchema } from '@shared/model/tableCells'
import { readTable } from '../../../electron/tables/reading/readTable'
import type { KeptTable } from '../../../electron/tables/staging/keptTable'
import { tableDefaults } from '../../support/tableSamples'

/** Reads a file as the table process does, through the table it keeps beside the file. */
export async function readBack(path: string) {
  const read: KeptTable[] = []
  await readTable(
    {
      kind: 'read',
      id: 1,
      tableId: 'table',
      name: '',
      source: { path },
      settings: { connectionId: 'c1', defaults: tableDefaults, expand: false, again: false },
      planning: { fullBackground: false },
    },
    {
      path: `${path}.db`,
      signal: new AbortController().signal,
      onTable: (table) => read.push(table),
      onProgress: () => {},
    },
  )
  const [table] = read
  if (table === undefined) throw new Error('nothing was read')
  const { layout, columns } = table.shown()
  const rows = table.plan(0, 100, true).map(({ cells }) => tableCellsSchema.parse(JSON.parse(cells)))
  table.close()
  return { layout, columns, rows }
}
