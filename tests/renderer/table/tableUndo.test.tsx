import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rowGrid, rowsTwoWrong, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'
import { plantRows } from '../../support/tableStandIn'

sizedElements(1200, 600)

const keyboardIn = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text))
const undo = '{Control>}z{/Control}'
const redo = '{Control>}{Shift>}z{/Shift}{/Control}'
const prompt = () => screen.getByLabelText<HTMLTextAreaElement>('Prompt')

describe('undo in the table', () => {
  test('undoes and redoes the edit of a cell and moves to it', async () => {
    const { user, table } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('a mussel{Enter}{ArrowDown}')
    await keyboardIn('a {{plant}} in the harbour, 3')
    await user.keyboard(undo)
    await keyboardIn('a {{plant}} in the harbour, 1')
    expect(tableDialog().getByRole('status').textContent).toBe('Undone: Row 1, prompt')
    expect(table.table().history).toEqual({ undo: false, redo: true })
    await user.keyboard(redo)
    await keyboardIn('a mussel')
    await user.keyboard(undo)
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{Control>}y{/Control}')
    await keyboardIn('a mussel')
  })

  test('undoes which rows are selected, one by one and all at once', async () => {
    const { user } = await showTable()
    await user.click(rowGrid().getByRole('checkbox', { name: 'Row 2' }))
    await tableDialog().findByRole('button', { name: 'Queue 19 rows' })
    await user.click(rowGrid().getByRole('checkbox', { name: 'All rows shown' }))
    await tableDialog().findByRole('button', { name: 'Queue 20 rows' })
    await user.keyboard(undo)
    expect(await tableDialog().findByRole('button', { name: 'Queue 19 rows' })).toBeVisible()
    await waitFor(() =>
      expect(rowGrid().getByRole('checkbox', { name: 'Row 2' })).toHaveProperty('checked', false),
    )
    await user.keyboard(undo)
    expect(await tableDialog().findByRole('button', { name: 'Queue 20 rows' })).toBeVisible()
  })

  test('undoes the role of a column, even before the change was sent', async () => {
    const { user, bridge } = await showTable()
    await user.click(rowGrid().getByRole('combobox', { name: /^Role of plant/ }))
    await user.click(await screen.findByRole('option', { name: 'Name' }))
    await user.keyboard(undo)
    await waitFor(() =>
      expect(rowGrid().getByRole('combobox', { name: /^Role of plant/ }).textContent).toContain('Variable'),
    )
    expect(bridge.inputs('tables.change')).toHaveLength(1)
    expect(bridge.inputs('tables.undo')).toHaveLength(1)
  })

  test('is the field’s own in the editor of a cell and in the filter', async () => {
    const { user, bridge } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard(`{F2}s${undo}`)
    await user.keyboard('{Escape}')
    await user.keyboard(`{Control>}f{/Control}fern${undo}`)
    expect(bridge.inputs('tables.undo')).toEqual([])
  })

  test('never touches the form behind the dialog', async () => {
    const { user, bridge } = await showTable()
    await keyboardIn('a {{plant}} in the harbour, 1')
    const before = prompt().value
    const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    await waitFor(() => expect(bridge.inputs('tables.undo')).toHaveLength(1))
    expect(prompt().value).toBe(before)
    await user.keyboard(redo)
    expect(prompt().value).toBe(before)
  })

  test('has buttons that say whether there is anything to undo', async () => {
    const { user } = await showTable({ cells: plantRows(3) })
    const button = (name: string) => tableDialog().getByRole('button', { name })
    expect(button('Undo').getAttribute('aria-disabled')).toBe('true')
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('x{Enter}')
    await waitFor(() => expect(button('Undo').getAttribute('aria-disabled')).toBe('false'))
    await user.click(button('Undo'))
    await keyboardIn('a {{plant}} in the harbour, 1')
    expect(button('Redo').getAttribute('aria-disabled')).toBe('false')
  })

  test('shows the whole table if the changed cell is not shown', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(10) })
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('a mussel{Enter}')
    await user.click(tableDialog().getByRole('radio', { name: 'Errors 2' }))
    await waitFor(() => expect(rowGrid().getAllByRole('checkbox', { name: /^Row/ })).toHaveLength(2))
    await user.keyboard(undo)
    await keyboardIn('a {{plant}} in the harbour, 1')
    expect(tableDialog().getByRole('radio', { name: 'All 10' }).getAttribute('aria-checked')).toBe('true')
  })
})

describe('F8', () => {
  const wrongRows = (...wrong: readonly number[]) =>
    plantRows(10).map((row, at) => (wrong.includes(at + 1) ? [row[0] ?? '', `bad ${at + 1}`, 'fern'] : row))

  test('goes to the invalid row right below the one that was just fixed', async () => {
    const { user } = await showTable({ cells: wrongRows(2, 3, 5) })
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{F8}')
    await keyboardIn('bad 2')
    await user.keyboard('1x1{Enter}{F8}')
    await keyboardIn('bad 3')
    await user.keyboard('1x1{Enter}{F8}')
    await keyboardIn('bad 5')
    await user.keyboard('1x1{Enter}')
    await within(screen.getByRole('dialog', { name: 'Table' })).findByText(/^10 rows, 10 requests/)
  })

  test('continues from an invalid cell that the user went to', async () => {
    const { user } = await showTable({ cells: wrongRows(2, 3, 5) })
    await keyboardIn('a {{plant}} in the harbour, 1')
    await user.keyboard('{F8}')
    await keyboardIn('bad 2')
    await user.keyboard('{ArrowDown}{F8}')
    await keyboardIn('bad 5')
    await user.keyboard('{F8}')
    await keyboardIn('bad 2')
  })

  test('skips none while fixed rows leave the view of invalid ones', async () => {
    const { user } = await showTable({ cells: wrongRows(2, 3, 5) })
    await user.click(tableDialog().getByRole('radio', { name: 'Errors 3' }))
    await waitFor(() => expect(rowGrid().getAllByRole('checkbox', { name: /^Row/ })).toHaveLength(3))
    await user.click(tableDialog().getByRole('button', { name: /^Next error/ }))
    await keyboardIn('bad 2')
    await user.keyboard('1x1{Enter}{F8}')
    await keyboardIn('bad 3')
    await user.keyboard('1x1{Enter}{F8}')
    await keyboardIn('bad 5')
    expect(
      tableDialog()
        .getByRole('radio', { name: /^Errors/ })
        .getAttribute('aria-checked'),
    ).toBe('true')
  })

  test('keeps the order the rows are sorted in', async () => {
    const { user } = await showTable({ cells: wrongRows(2, 3, 5) })
    const head = rowGrid().getByRole('columnheader', { name: 'size' })
    await user.click(head)
    await user.click(head)
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('descending'))
    await user.keyboard('{F8}')
    await keyboardIn('bad 5')
    await user.keyboard('{F8}')
    await keyboardIn('bad 3')
    expect(head.getAttribute('aria-sort')).toBe('descending')
  })
})
