import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rowGrid, rowsTwoWrong, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1200, 600)

const numbers = () =>
  rowGrid()
    .getAllByRole('checkbox', { name: /^Row/ })
    .map((box) => box.getAttribute('aria-label'))

describe('which rows are shown', () => {
  test('is chosen by their state, with their counts, and the next invalid row is found among them', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(10), known: [5, 6, 7] })
    const shown = tableDialog().getAllByRole('radio').slice(0, 4)
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'All 10',
      'OK 5',
      'Errors 2',
      'Queued before 3',
    ])
    await user.click(tableDialog().getByRole('radio', { name: 'Errors 2' }))
    await waitFor(() => expect(numbers()).toEqual(['Row 2', 'Row 4']))
    await user.click(tableDialog().getByRole('button', { name: /^Next error/ }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('large'))
    await user.click(tableDialog().getByRole('radio', { name: 'Queued before 3' }))
    await waitFor(() => expect(numbers()).toEqual(['Row 5', 'Row 6', 'Row 7']))
    expect(rowGrid().getAllByText('Already queued in “harbour”')).toHaveLength(3)
    await user.keyboard('{F8}')
    await user.click(tableDialog().getByRole('button', { name: /^Next error/ }))
    await waitFor(() => expect(numbers()).toHaveLength(10))
    expect(tableDialog().getByRole('radio', { name: 'All 10' }).getAttribute('aria-checked')).toBe('true')
  })

  test('has its invalid rows found by a key from wherever the focus is beside the rows', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(10) })
    tableDialog().getByRole('searchbox', { name: 'Filter rows' }).focus()
    await user.keyboard('{F8}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('large'))
    expect(tableDialog().getByText(/^Row 2, size/)).toBeVisible()
    tableDialog().getByRole('button', { name: 'Discard' }).focus()
    await user.keyboard('{F8}')
    await waitFor(() => expect(tableDialog().getByText(/^Row 4, size/)).toBeVisible())
  })

  test('is chosen by text; if nothing matches, all can be shown again', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(10) })
    await user.keyboard('{Control>}f{/Control}')
    await user.keyboard('harbour, 1')
    await waitFor(() => expect(numbers()).toEqual(['Row 1', 'Row 10']))
    await user.keyboard('9')
    await tableDialog().findByText('No rows to show.')
    await user.click(tableDialog().getByRole('button', { name: 'Show all rows' }))
    await waitFor(() => expect(numbers()).toHaveLength(10))
  })

  test('that became empty shows again what an undo brings back into it', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(2) })
    await user.click(tableDialog().getByRole('radio', { name: 'Errors 1' }))
    await waitFor(() => expect(numbers()).toEqual(['Row 2']))
    await user.click(rowGrid().getByRole('gridcell', { name: 'large' }))
    await user.keyboard('512x512{Enter}')
    await tableDialog().findByText('No rows to show.')
    await user.click(tableDialog().getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(numbers()).toEqual(['Row 2']))
  })

  test('is left by the last row with its error: keys still work, and the filter keeps what is typed', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(2) })
    const filter = () => tableDialog().getByRole('searchbox', { name: 'Filter rows' })
    await user.click(tableDialog().getByRole('radio', { name: 'Errors 1' }))
    await waitFor(() => expect(numbers()).toEqual(['Row 2']))
    await user.click(rowGrid().getByRole('gridcell', { name: 'large' }))
    await user.keyboard('512x512{Enter}')
    await tableDialog().findByText('No rows to show.')
    const all = tableDialog().getByRole('button', { name: 'Show all rows' })
    await waitFor(() => expect(document.activeElement).toBe(all))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('large'))

    await user.keyboard('512x512{Enter}')
    await tableDialog().findByText('No rows to show.')
    await user.click(filter())
    await user.click(tableDialog().getByRole('radio', { name: 'All 2' }))
    await waitFor(() => expect(numbers()).toHaveLength(2))
    expect(document.activeElement).toBe(tableDialog().getByRole('radio', { name: 'All 2' }))
    await user.click(filter())
    await user.keyboard('zebra')
    await user.click(await tableDialog().findByRole('button', { name: 'Show all rows' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
  })

  test('is selected or deselected as a whole', async () => {
    const { user, bridge } = await showTable({ cells: rowsTwoWrong(10) })
    await user.click(tableDialog().getByRole('radio', { name: 'Errors 2' }))
    await waitFor(() => expect(numbers()).toHaveLength(2))
    await user.click(rowGrid().getByRole('checkbox', { name: 'All rows shown' }))
    await tableDialog().findByRole('button', { name: 'Queue 8 rows' })
    expect(bridge.inputs('tables.select')).toEqual([
      { which: { view: { text: '', show: 'wrong', sort: null } }, selected: false },
    ])
  })
})

describe('the order of the rows', () => {
  test('is that of a column, in either direction, and the file’s again', async () => {
    const { user } = await showTable({
      cells: [
        ['c', '', ''],
        ['a', '', ''],
        ['b', '', ''],
      ],
    })
    const head = () => rowGrid().getByRole('columnheader', { name: 'prompt' })
    await user.click(head())
    await waitFor(() => expect(numbers()).toEqual(['Row 2', 'Row 3', 'Row 1']))
    expect(head().getAttribute('aria-sort')).toBe('ascending')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(numbers()).toEqual(['Row 1', 'Row 3', 'Row 2']))
    expect(head().getAttribute('aria-sort')).toBe('descending')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(numbers()).toEqual(['Row 1', 'Row 2', 'Row 3']))
    expect(screen.queryAllByRole('columnheader', { name: 'prompt' })[0]?.getAttribute('aria-sort')).toBe(
      'none',
    )
  })

  test('leaves the focus on its row', async () => {
    const { user } = await showTable({
      cells: [
        ['c', '', ''],
        ['a', '', ''],
      ],
    })
    await user.click(rowGrid().getByRole('gridcell', { name: 'a' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('a'))
    await user.click(tableDialog().getByRole('searchbox', { name: 'Filter rows' }))
    await user.keyboard('a')
    await waitFor(() => expect(numbers()).toEqual(['Row 2']))
    expect(rowGrid().getByRole('gridcell', { name: 'a' }).tabIndex).toBe(0)
  })
})
