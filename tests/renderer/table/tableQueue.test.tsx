import { AppFailure, appError } from '@shared/errors'
import { preferenceDefaults } from '@shared/model/preferences'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { rowGrid, rowsTwoWrong, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'
import { plantRows, type TableStandInOptions } from '../../support/tableStandIn'

sizedElements(1200, 600)

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const button = (name: string | RegExp) => tableDialog().getByRole('button', { name })

const priced = { ...demoConnection, prices: { 'demo-1': 2 } }
const unasked = { ...preferenceDefaults, askAboveRequests: null }
const show = (options: TableStandInOptions) =>
  showTable(options, createMainStandIn({ connections: [priced], preferences: unasked }))

describe('what the table’s button queues', () => {
  it('is shown exactly, with the service and the cost', async () => {
    await show({ cells: plantRows(198) })
    expect(
      tableDialog().getByText('198 rows, 198 requests, 198 images, about 396 demo credits, Demo'),
    ).toBeDefined()
    expect(button('Queue 198 rows').getAttribute('aria-disabled')).toBeNull()
  })

  it('says that the cost is unknown, and what it waits for', async () => {
    const connection = { ...serviceConnection, id: 'demo', keyState: 'missing' as const }
    await showTable({}, createMainStandIn({ connections: [connection], preferences: unasked }))
    expect(tableDialog().getByText(/20 requests, 20 images, cost unknown, Aurora/)).toBeDefined()
    expect(tableDialog().getByText('On hold: This connection has no API key.')).toBeDefined()
  })

  it('says what Background leaves out, and switches to Direct', async () => {
    const { user, bridge } = await show({ cells: plantRows(3) })
    await user.click(button(/^Empty cells use/))
    await user.click(tableDialog().getByRole('radio', { name: 'Background' }))
    expect(await tableDialog().findByText(/^3 rows have a size or references/)).toBeDefined()
    await user.click(button('Switch to Direct'))
    await waitFor(() =>
      expect(bridge.inputs('tables.change').at(-1)?.defaults).toMatchObject({ mode: 'direct' }),
    )
    await waitFor(() => expect(tableDialog().queryByText(/have a size or references/)).toBeNull())
  })

  it('is nothing while a selected row is invalid, and says what to do', async () => {
    const { user, bridge } = await show({ cells: rowsTwoWrong(20) })
    expect(button('Queue 20 rows').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Queue 20 rows'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(tableDialog().getByText(/2 selected rows have errors: fix them/)).toBeDefined()
    expect(bridge.inputs('tables.enqueue')).toEqual([])

    await user.click(rowGrid().getByRole('checkbox', { name: 'Row 2' }))
    await user.click(rowGrid().getByRole('checkbox', { name: 'Row 4' }))
    await user.click(await tableDialog().findByRole('button', { name: 'Queue 18 rows' }))
    await closed()
    expect(bridge.inputs('tables.enqueue')).toEqual([{ onlyRight: false, first: false }])
  })

  it('is only the valid rows, if that is asked for', async () => {
    const { user, bridge } = await show({ cells: rowsTwoWrong(20) })
    await user.click(button('Queue only the OK rows'))
    await closed()
    expect(bridge.inputs('tables.enqueue')).toEqual([{ onlyRight: true, first: false }])
  })

  it('leaves out known rows, and says so', async () => {
    await show({ cells: plantRows(20), known: [1, 2, 3] })
    expect(button('Queue 17 rows')).toBeDefined()
    expect(tableDialog().getByText('3 rows queued before are left out.')).toBeDefined()
  })

  it('is nothing if all rows are known', async () => {
    await show({ cells: plantRows(2), known: [1, 2] })
    expect(tableDialog().getByText('All selected rows were queued before.')).toBeDefined()
    expect(button('Queue 0 rows').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('after a table was queued', () => {
  it('the dialog is closed, the focus is back, and the batch can be cancelled', async () => {
    const { user, bridge } = await show({})
    await user.keyboard('{Control>}{Enter}{/Control}')
    await closed()
    expect(await screen.findByText('20 queued in “harbour.csv”')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Prompt' })))
    await user.click(screen.getByRole('button', { name: 'Cancel batch' }))
    expect(await screen.findByText('9 cancelled, 3 already sent will arrive')).toBeDefined()
    expect(bridge.inputs('batches.cancel')).toEqual([{ id: 'batch' }])
  })

  it('nothing of it remains above the regions', async () => {
    const { user } = await show({})
    await user.click(button('Queue 20 rows'))
    await closed()
    expect(screen.queryByText(/isn’t queued yet/)).toBeNull()
  })
})

describe('many rows at once', () => {
  it('are asked about like any other requests, and left unchanged if the answer is no', async () => {
    const { user, bridge } = await showTable({ cells: plantRows(50) })
    await user.click(button('Queue 50 rows'))
    const question = within(await screen.findByRole('dialog', { name: 'Queue 50 requests?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(button('Queue 50 rows')).toBeDefined())
    expect(bridge.inputs('tables.enqueue')).toEqual([])
    await user.click(button('Queue 50 rows'))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Queue 50 requests?' })).getByRole('button', {
        name: 'Queue 50 requests',
      }),
    )
    await closed()
    expect(bridge.inputs('tables.enqueue')).toHaveLength(1)
  })

  it('show their progress, and what could not be done', async () => {
    const { user, bridge, table } = await show({})
    bridge.answer('tables.enqueue', () => {
      throw new AppFailure(appError('diskLow'))
    })
    await user.click(button('Queue 20 rows'))
    expect(await tableDialog().findByText(/^The disk is nearly full/)).toBeDefined()
    table.become({ stage: 'queueing', progress: { done: 5, total: 20 } })
    expect(await tableDialog().findByText('Queueing row 5 of 20')).toBeDefined()
    expect(button('Queue 20 rows').getAttribute('aria-disabled')).toBe('true')
  })
})
