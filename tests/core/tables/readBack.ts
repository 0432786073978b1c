import { tableCellsSchema } from '@shared/model/tableCells'
import type { TableReadAs } from '@shared/model/tableReading'
import type { TableSource } from '@shared/processes/tables'
import { readTable } from '../../../electron/tables/reading/readTable'
import type { KeptTable } from '../../../electron/tables/staging/keptTable'
import { tableDefaults } from '../../support/tableSamples'

/** Reads a file as the table process does, through the table it keeps beside the file. */
export async function readBack(source: TableSource, readAs: TableReadAs = { encoding: null, header: null }) {
  const read: KeptTable[] = []
  await readTable(
    {
      kind: 'read',
      id: 1,
      tableId: 'table',
      name: '',
      source,
      readAs,
      settings: { connectionId: 'c1', defaults: tableDefaults, expand: false, again: false },
      planning: { fullBackground: false },
    },
    {
      path: 'path' in source ? `${source.path}.db` : ':memory:',
      signal: new AbortController().signal,
      onTable: (table) => read.push(table),
      onProgress: () => {},
    },
  )
  const [table] = read
  if (table === undefined) throw new Error('nothing was read')
  const { layout, columns, reading, problem, settings } = table.shown()
  const planned = table.plan(0, 100, true)
  const rows = planned.map(({ cells }) => tableCellsSchema.parse(JSON.parse(cells)))
  table.close()
  return { layout, columns, rows, planned, reading, problem, roles: settings.roles }
}
