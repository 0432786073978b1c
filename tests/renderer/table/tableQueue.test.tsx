import { AppFailure, appError } from '@shared/errors'
import { preferenceDefaults } from '@shared/model/preferences'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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
  test('is shown exactly, with the service and the cost', async () => {
    await show({ cells: plantRows(198) })
    expect(
      tableDialog().getByText('198 rows, 198 requests, 198 images, about 396 demo credits, Demo'),
    ).toBeVisible()
    expect(button('Queue 198 rows').getAttribute('aria-disabled')).toBeNull()
  })

  test('costs at least its price if there are extra fields, in a column or on the connection', async () => {
    const words = '20 rows, 20 requests, 20 images, at least 40 demo credits, Demo'
    await show({ roles: ['prompt', 'size', 'extra'] })
    expect(tableDialog().getByText(words)).toBeVisible()
    cleanup()
    const extra = { background: [], direct: [{ name: 'quality', value: 'high' }] }
    await showTable({}, createMainStandIn({ connections: [{ ...priced, extra }], preferences: unasked }))
    expect(tableDialog().getByText(words)).toBeVisible()
  })

  test('says that the cost is unknown, and what it waits for', async () => {
    const connection = { ...serviceConnection, id: 'demo', keyState: 'missing' as const }
    await showTable({}, createMainStandIn({ connections: [connection], preferences: unasked }))
    expect(tableDialog().getByText(/20 requests, 20 images, cost unknown, Aurora/)).toBeVisible()
    expect(tableDialog().getByText('On hold: This connection has no API key.')).toBeVisible()
  })

  test('says what Background leaves out, and switches to Direct', async () => {
    const { user, bridge } = await show({ cells: plantRows(3) })
    await user.click(button(/^Empty cells use/))
    await user.click(tableDialog().getByRole('radio', { name: 'Background' }))
    const words = '3 rows are sent without their sizes, which Background can’t include.'
    expect(await tableDialog().findByText(words)).toBeVisible()
    expect(button('Queue 3 rows')).toHaveTextContent(/^Queue 3 rows ?without sizes$/)
    expect(button('Queue 3 rows')).toHaveAccessibleDescription(expect.stringContaining(words))
    await user.click(button('Switch to Direct'))
    await waitFor(() =>
      expect(bridge.inputs('tables.change').at(-1)?.defaults).toMatchObject({ mode: 'direct' }),
    )
    await waitFor(() => expect(tableDialog().queryByText(/are sent without/)).toBeNull())
  })

  test('is nothing while a selected row is invalid, and says what to do', async () => {
    const { user, bridge } = await show({ cells: rowsTwoWrong(20) })
    expect(button('Queue 20 rows').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Queue 20 rows'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(tableDialog().getByText(/2 selected rows have errors: fix them/)).toBeVisible()
    expect(bridge.inputs('tables.enqueue')).toEqual([])

    await user.click(rowGrid().getByRole('checkbox', { name: 'Row 2' }))
    await user.click(rowGrid().getByRole('checkbox', { name: 'Row 4' }))
    await user.click(await tableDialog().findByRole('button', { name: 'Queue 18 rows' }))
    await closed()
    expect(bridge.inputs('tables.enqueue')).toEqual([{ onlyRight: false, first: false }])
  })

  test('is only the valid rows, if that is asked for', async () => {
    const { user, bridge } = await show({ cells: rowsTwoWrong(20) })
    await user.click(button('Queue only the OK rows'))
    await closed()
    expect(bridge.inputs('tables.enqueue')).toEqual([{ onlyRight: true, first: false }])
  })

  test('leaves out known rows, and says so', async () => {
    await show({ cells: plantRows(20), known: [1, 2, 3] })
    expect(button('Queue 17 rows')).toBeVisible()
    expect(tableDialog().getByText('3 rows queued before are left out.')).toBeVisible()
  })

  test('is nothing if all rows are known', async () => {
    await show({ cells: plantRows(2), known: [1, 2] })
    expect(tableDialog().getByText('All selected rows were queued before.')).toBeVisible()
    expect(button('Queue 0 rows').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('after a table was queued', () => {
  test('the dialog is closed, the focus is back, and the batch can be cancelled', async () => {
    const { user, bridge } = await show({})
    await user.keyboard('{Control>}{Enter}{/Control}')
    await closed()
    expect(await screen.findByText('20 queued in “harbour.csv”')).toBeVisible()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Prompt' })))
    await user.click(screen.getByRole('button', { name: 'Cancel batch' }))
    expect(await screen.findByText('9 cancelled, 3 already sent will arrive')).toBeVisible()
    expect(bridge.inputs('batches.cancel')).toEqual([{ id: 'batch' }])
  })

  test('nothing of it remains above the regions', async () => {
    const { user } = await show({})
    await user.click(button('Queue 20 rows'))
    await closed()
    expect(screen.queryByText(/isn’t queued yet/)).toBeNull()
  })
})

describe('many rows at once', () => {
  test('are asked about like any other requests, and left unchanged if the answer is no', async () => {
    const { user, bridge } = await showTable({ cells: plantRows(50) })
    await user.click(button('Queue 50 rows'))
    const question = within(await screen.findByRole('dialog', { name: 'Queue 50 requests?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(button('Queue 50 rows')).toBeVisible())
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

  test('show their progress, and what could not be done', async () => {
    const { user, bridge, table } = await show({})
    bridge.answer('tables.enqueue', () => {
      throw new AppFailure(appError('diskLow'))
    })
    await user.click(button('Queue 20 rows'))
    expect(await tableDialog().findByText(/^The disk is nearly full/)).toBeVisible()
    table.become({ stage: 'queueing', progress: { done: 5, total: 20 } })
    expect(await tableDialog().findByText('Queueing row 5 of 20')).toBeVisible()
    expect(button('Queue 20 rows').getAttribute('aria-disabled')).toBe('true')
  })
})
