import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rowGrid, rowsTwoWrong, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'
import { plantRows } from '../../support/tableStandIn'

sizedElements(1200, 600)

/** Waits until the cell with this text has the focus. */
const keyboardIn = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))
const editor = (name: string) => tableDialog().findByRole('textbox', { name })

describe('the rows of a table', () => {
  test('are named, and have the focus at first', async () => {
    await showTable()
    expect(tableDialog().getByText(/CSV, UTF-8, 20 rows/)).toBeVisible()
    const heads = rowGrid().getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Row', 'State', 'prompt', 'size', 'plant'])
    await keyboardIn('a {{plant}} in the harbour, 1')
  })

  test('are drawn as they come into view: few of many', async () => {
    await showTable({ cells: plantRows(5000) })
    const grid = tableDialog().getByRole('grid', { name: 'Rows' })
    expect(grid.getAttribute('aria-rowcount')).toBe('5002')
    expect(rowGrid().getAllByRole('row').length).toBeLessThanOrEqual(40)
    grid.scrollTop = 4000 * 32
    fireEvent.scroll(grid)
    await rowGrid().findByRole('checkbox', { name: 'Row 4,001' })
    expect(rowGrid().getAllByRole('row').length).toBeLessThanOrEqual(40)
    // The focused row is drawn wherever it is.
    expect(rowGrid().getByRole('checkbox', { name: 'Row 1' })).toBeVisible()
  })

  test('are navigated by keys, up into the heads and to the ends', async () => {
    const { user } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{ArrowDown}{ArrowRight}')
    await keyboardIn('1024x1024')
    await user.keyboard('{End}')
    await keyboardIn('moss')
    await user.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('rowheader'))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('columnheader'))
    await user.keyboard('{PageDown}{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/harbour, (?!1$)\d+$/))
  })

  test('say in full below them what the error of the focused cell is', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(20) })
    const wrong = rowGrid().getAllByRole('gridcell', { name: 'large' })
    expect(wrong).toHaveLength(2)
    expect(wrong[0]?.getAttribute('aria-invalid')).toBe('true')
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{F8}')
    await waitFor(() => expect(document.activeElement).toBe(wrong[0]))
    const details = document.getElementById(wrong[0]?.getAttribute('aria-describedby') ?? '')
    expect(details?.textContent).toMatch(/^Row 2, size.*This isn’t a size\. Enter width x height/)
    await user.click(tableDialog().getByRole('button', { name: /^Next error/ }))
    await waitFor(() => expect(document.activeElement).toBe(wrong[1]))
  })

  test('say once what is wrong in the row as a whole', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(20) })
    await user.keyboard('{F8}')
    await keyboardIn('large')
    await user.keyboard('{Home}{ArrowRight}')
    const line = await tableDialog().findByText(/^Row 2, State/)
    expect(line.parentElement?.textContent?.match(/This isn’t a size\./g)).toHaveLength(1)
  })
})

describe('a cell', () => {
  test('is edited with Enter, kept with Enter, and leads to the one below', async () => {
    const { user, bridge } = await showTable({ cells: rowsTwoWrong(20) })
    await user.keyboard('{F8}')
    await keyboardIn('large')
    await user.keyboard('{Enter}')
    const field = await editor('Edit Row 2, size')
    expect(field).toHaveProperty('value', 'large')
    await user.clear(field)
    await user.type(field, '512x512{Enter}')
    expect(bridge.inputs('tables.edit')).toEqual([{ row: 2, column: 1, value: '512x512' }])
    await keyboardIn('1024x1024')
    expect(await rowGrid().findByRole('gridcell', { name: '512x512' })).toBeVisible()
    expect(await tableDialog().findByText(/1 selected row has an error/)).toBeVisible()
  })

  test('is replaced by typed text, and restored with Escape, which leaves the dialog open', async () => {
    const { user, bridge } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('wet')
    expect(await editor('Edit Row 1, prompt')).toHaveProperty('value', 'wet')
    await user.keyboard('{Escape}')
    await keyboardIn('a {{plant}} in the harbour, 1')
    expect(bridge.inputs('tables.edit')).toEqual([])
    expect(screen.getByRole('dialog', { name: 'Table' })).toBeVisible()
  })

  test('is kept with Tab, which goes to the next, and unchanged if nothing was typed', async () => {
    const { user, bridge } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{F2}')
    await editor('Edit Row 1, prompt')
    await user.keyboard('{Tab}')
    await keyboardIn('1024x1024')
    expect(bridge.inputs('tables.edit')).toEqual([])
    await user.keyboard('{F2}{Backspace}{Tab}')
    await keyboardIn('fern')
    expect(bridge.inputs('tables.edit')).toEqual([{ row: 1, column: 1, value: '1024x102' }])
  })

  test('that is shown cut is edited in full', async () => {
    const long = 'kelp '.repeat(500)
    const { user } = await showTable({ cells: [[long, '', 'fern']] })
    expect(await tableDialog().findByText(/Only the beginning is shown/)).toBeVisible()
    await user.keyboard('{Enter}')
    expect(await editor('Edit Row 1, prompt')).toHaveProperty('value', long)
  })

  test('accepts text pasted into it', async () => {
    const { user } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.paste('a mussel')
    expect(await editor('Edit Row 1, prompt')).toHaveProperty('value', 'a mussel')
  })

  test('can’t be edited while the table is being read', async () => {
    const { user, table } = await showTable()
    table.become({ stage: 'reading' })
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{Enter}x')
    expect(
      within(screen.getByRole('dialog', { name: 'Table' })).queryByRole('textbox', { name: /Edit/ }),
    ).toBeNull()
  })
})

describe('rows are selected and deselected', () => {
  test('by their checkbox, by Space and all at once', async () => {
    const { user, bridge } = await showTable()
    await user.click(rowGrid().getByRole('checkbox', { name: 'Row 2' }))
    expect(await tableDialog().findByRole('button', { name: 'Queue 19 rows' })).toBeVisible()
    await user.keyboard('{ArrowDown} ')
    expect(await tableDialog().findByRole('button', { name: 'Queue 18 rows' })).toBeVisible()
    expect(rowGrid().getByRole('checkbox', { name: 'Row 3' })).toHaveProperty('checked', false)
    await user.keyboard('{Control>}a{/Control}')
    expect(await tableDialog().findByRole('button', { name: 'Queue 20 rows' })).toBeVisible()
    await user.click(rowGrid().getByRole('checkbox', { name: 'All rows shown' }))
    expect(await tableDialog().findByText('No rows are selected.')).toBeVisible()
    expect(bridge.inputs('tables.select').map(({ selected }) => selected)).toEqual([
      false,
      false,
      true,
      false,
    ])
  })
})
