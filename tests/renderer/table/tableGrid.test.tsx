import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giveSize } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { plantRows, standInTable, type TableStandInOptions } from '../../support/tableStandIn'

let restoreSize = () => {}
beforeEach(() => {
  restoreSize = giveSize(1200, 600)
})
afterEach(() => {
  cleanup()
  restoreSize()
})

const dialog = () => within(screen.getByRole('dialog', { name: 'Table' }))
const grid = () => within(dialog().getByRole('grid', { name: 'Rows' }))
const focused = () => document.activeElement?.textContent

async function openGrid(options: TableStandInOptions = {}) {
  const main = createMainStandIn()
  const table = standInTable(main.bridge, options)
  const window = await renderWindow(main)
  await window.user.keyboard('{Control>}o{/Control}')
  await screen.findByRole('dialog', { name: 'Table' })
  await grid().findByRole('checkbox', { name: 'Row 1' })
  return { ...window, table }
}

describe('the grid', () => {
  it('names what it shows, and begins with the keyboard in the first row', async () => {
    await openGrid()
    expect(dialog().getByText(/CSV, UTF-8, 20 rows/)).toBeDefined()
    expect(
      grid()
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Row', 'State', 'prompt', 'size', 'plant'])
    await waitFor(() => expect(focused()).toBe('a {{plant}} in the harbour, 1'))
  })

  it('draws few of many rows', async () => {
    await openGrid({ cells: plantRows(5000) })
    expect(dialog().getByRole('grid', { name: 'Rows' }).getAttribute('aria-rowcount')).toBe('5002')
    expect(grid().getAllByRole('row').length).toBeLessThanOrEqual(42)
  })
})
