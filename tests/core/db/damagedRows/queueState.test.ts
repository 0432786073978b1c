import { expect, test } from 'vitest'
import { damagedValues } from '../../../support/damagedDatabase'
import { damagedCopies } from './damagedColumns'

const { columns, expectKept } = damagedCopies(2)

test('damage is checked for in every column of every table', () => {
  expect(columns.length).toBeGreaterThan(150)
})

test.each(columns.filter(({ table }) => table === 'queue_state'))(
  'a damaged $column of the queue leaves every other row as it is, and is kept',
  (column) => {
    const rows = Object.values(damagedValues(column)).flatMap((value) =>
      expectKept(column.table, [[column, [value]]]),
    )
    expect(Math.max(...rows)).toBeGreaterThan(0)
  },
)
