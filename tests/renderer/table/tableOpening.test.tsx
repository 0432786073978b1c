import { AppFailure, appError } from '@shared/errors'
import { noTableCounts } from '@shared/model/table'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { rowGrid, showTable, tableDialog } from '../../support/openTable'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { standInTable } from '../../support/tableStandIn'

sizedElements(1200, 600)

/** The window, with no table open yet. */
async function showWindow() {
  const main = createMainStandIn()
  const table = standInTable(main.bridge, {}, false)
  return { ...(await renderWindow(main)), table }
}

const firstRow = () => screen.findByRole('checkbox', { name: 'Row 1' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

function dropFile(name: string): void {
  const dataTransfer = { types: ['Files'], files: [new File(['prompt'], name)] }
  fireEvent.dragOver(document.body, { dataTransfer })
  fireEvent.drop(document.body, { dataTransfer })
}

describe('a table is opened', () => {
  test('from a file, by key and at once, with what the form holds for its empty cells', async () => {
    const { user, bridge } = await showWindow()
    await user.click(screen.getByRole('radio', { name: 'Direct' }))
    await user.type(screen.getByRole('combobox', { name: 'Size' }), '512x512')
    await user.keyboard('{Control>}o{/Control}')
    await firstRow()
    expect(bridge.inputs('tables.open')).toMatchObject([
      { connectionId: 'demo', defaults: { n: 1, mode: 'direct', size: '512x512' } },
    ])
  })

  test('or not, by key, if the user closes the native dialog', async () => {
    const { user, bridge } = await showWindow()
    bridge.answer('tables.open', () => null)
    await user.keyboard('{Control>}o{/Control}')
    await waitFor(() => expect(bridge.inputs('tables.open')).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('by key is shown again, and no other is asked for', async () => {
    const { user, bridge } = await showTable()
    await user.keyboard('{Escape}')
    await closed()
    await user.keyboard('{Control>}o{/Control}')
    await firstRow()
    expect(bridge.inputs('tables.open')).toEqual([])
  })

  test('from Compose, by its button, which gets the focus back', async () => {
    const { user } = await showWindow()
    const compose = within(screen.getByRole('region', { name: 'Compose' }))
    await user.click(compose.getByRole('button', { name: 'Table…' }))
    await screen.findByRole('button', { name: 'Open a file…' })
    await user.keyboard('{Escape}')
    await closed()
    expect(document.activeElement).toBe(compose.getByRole('button', { name: 'Table…' }))
  })

  test('from text pasted into its empty dialog', async () => {
    const { user, bridge } = await showWindow()
    await user.click(screen.getByRole('button', { name: 'Table…' }))
    await screen.findByRole('button', { name: 'Open a file…' })
    await user.paste('prompt\tsize\na fern\t')
    await firstRow()
    expect(bridge.inputs('tables.paste')).toMatchObject([{ text: 'prompt\tsize\na fern\t' }])
  })

  test('from a file dropped anywhere, only for a look', async () => {
    const { bridge } = await showWindow()
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'], files: [] } })
    expect(await screen.findByText('Drop the table')).toBeVisible()
    dropFile('harbour.csv')
    await waitFor(() => expect(bridge.requests.some(({ route }) => route === 'tables.open')).toBe(true))
    await firstRow()
    expect(screen.queryByText('Drop the table')).toBeNull()
    expect(bridge.inputs('tables.enqueue')).toEqual([])
  })

  test('from no other file: one may be an image', async () => {
    const { bridge } = await showWindow()
    bridge.answer('bringing.choose', () => ({ chosen: false }))
    dropFile('portrait.png')
    await waitFor(() => expect(bridge.dropped).toHaveLength(1))
    expect(bridge.inputs('tables.open')).toEqual([])
  })

  test('or not, and then the dialog says why and stays for another try', async () => {
    const { user, bridge } = await showWindow()
    bridge.answer('tables.open', () => {
      throw new AppFailure(appError('internal'))
    })
    await user.keyboard('{Control>}o{/Control}')
    await screen.findByRole('dialog', { name: 'Table' })
    expect((await tableDialog().findByRole('alert')).textContent).toMatch(/^Something went wrong/)
    bridge.answer('tables.open', () => null)
    await user.click(tableDialog().getByRole('button', { name: 'Open a file…' }))
    await waitFor(() => expect(tableDialog().queryByRole('alert')).toBeNull())
  })
})

describe('a table that is being read', () => {
  test('shows the rows it has and its progress, and can be cancelled', async () => {
    const { user, bridge, table } = await showTable()
    table.become({ stage: 'reading', progress: { done: 40, total: 100 } })
    expect(await tableDialog().findByText('Reading, 40%')).toBeVisible()
    expect(tableDialog().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    expect(rowGrid().getByRole('checkbox', { name: 'Row 1' })).toBeVisible()
    expect(tableDialog().getByText('Rows can be queued once they’re all checked.')).toBeVisible()
    table.become({ stage: 'checking', progress: { done: 5, total: 20 } })
    expect(await tableDialog().findByText('Checked 5 of 20 rows')).toBeVisible()
    await user.click(tableDialog().getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('button', { name: 'Open a file…' })
    expect(bridge.inputs('tables.close')).toHaveLength(1)
  })

  test('shows no progress of rows that a problem left it without: its button must not move', async () => {
    const { table } = await showTable()
    table.become({ stage: 'checking', problem: appError('tableBinary'), counts: noTableCounts })
    await tableDialog().findByRole('alert')
    expect(tableDialog().queryByRole('progressbar')).toBeNull()
  })

  test('says what is wrong with it as a whole, and opens another', async () => {
    const { user, bridge } = await showTable({
      roles: [null, 'size', null],
      table: { problem: appError('promptEmpty') },
    })
    const alert = tableDialog().getByRole('alert')
    expect(alert.textContent).toMatch(/^The prompt is empty\./)
    // The focus is where the problem can be fixed.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Role of prompt/))
    await user.click(within(alert).getByRole('button', { name: 'Open another…' }))
    await waitFor(() => expect(bridge.inputs('tables.open')).toHaveLength(1))
  })

  test('says that everything from an open quotation mark on is missing, not one row alone', async () => {
    await showTable({ table: { problem: appError('tableQuoteOpen', { params: { line: 3 } }) } })
    expect(tableDialog().getByRole('alert').textContent).toMatch(
      /line 3 has a quotation mark that is never closed\. That row and those after it weren’t read\./,
    )
  })
})

describe('a table that was closed', () => {
  test('is offered above the regions, to continue or to discard', async () => {
    const main = createMainStandIn()
    standInTable(main.bridge)
    const { user, bridge } = await renderWindow(main)
    const offer = await screen.findByText('The table harbour.csv (20 rows) isn’t queued yet.')
    expect(offer).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await firstRow()
    await user.keyboard('{Escape}')
    await closed()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText(/isn’t queued yet/)).toBeNull())
    expect(bridge.inputs('tables.close')).toHaveLength(1)
  })

  test('is asked about before changes in it are lost', async () => {
    const { user, bridge } = await showTable({ table: { edited: true } })
    await user.click(tableDialog().getByRole('button', { name: 'Discard' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard this table?' }))
    await user.click(question.getByRole('button', { name: 'Go back' }))
    expect(bridge.inputs('tables.close')).toEqual([])
    await user.click(tableDialog().getByRole('button', { name: 'Open another…' }))
    const other = within(await screen.findByRole('dialog', { name: 'Open another table?' }))
    expect(bridge.inputs('tables.open')).toEqual([])
    await user.click(other.getByRole('button', { name: 'Open another' }))
    await waitFor(() => expect(bridge.inputs('tables.open')).toHaveLength(1))
    await user.click(tableDialog().getByRole('button', { name: 'Discard' }))
    const last = within(await screen.findByRole('dialog', { name: 'Discard this table?' }))
    await user.click(last.getByRole('button', { name: 'Discard' }))
    await closed()
  })
})
