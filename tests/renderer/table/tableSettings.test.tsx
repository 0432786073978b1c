import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { rowGrid, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1200, 600)

const role = (column: string) => rowGrid().getByRole('combobox', { name: new RegExp(`^Role of ${column}`) })
const listed = (name: string) => screen.findByRole('option', { name })

describe('the role of a column', () => {
  test('is shown above it and chosen there; no two columns have the same role', async () => {
    const { user, bridge } = await showTable()
    expect(role('plant').textContent).toBe('Variable {{plant}}')
    await user.click(role('plant'))
    await user.click(await listed('Prompt'))
    await waitFor(() => expect(bridge.inputs('tables.change')).toHaveLength(1))
    expect(bridge.inputs('tables.change')[0]).toMatchObject({ roles: [null, 'size', 'prompt'] })
    expect(role('prompt').textContent).toBe('Variable {{prompt}}')
  })

  test('can be an extra field for several columns', async () => {
    const { user, bridge } = await showTable({ roles: ['prompt', null, 'extra'] })
    expect(role('plant').textContent).toBe('Extra field')
    await user.click(role('size'))
    await user.click(await listed('Extra field'))
    await waitFor(() => expect(bridge.inputs('tables.change')).toHaveLength(1))
    expect(bridge.inputs('tables.change')[0]).toMatchObject({ roles: ['prompt', 'extra', 'extra'] })
  })

  test('is reached by keys, and Escape leads out again', async () => {
    const { user } = await showTable()
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
    await user.keyboard('{ArrowUp}{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Role of size/))
    await user.keyboard('{Enter}')
    await listed('Reference images')
    expect(document.activeElement).toBe(role('size'))
    await user.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
  })
})

describe('how rows are read', () => {
  const unfold = async (user: { click(element: Element): Promise<void> }) =>
    user.click(tableDialog().getByRole('button', { name: /^Empty cells use/ }))

  test('is one line that says what empty cells stand for, and opens', async () => {
    const { user, bridge } = await showTable({ cells: [['a fern', '', 'fern']] })
    expect(tableDialog().getByText('Empty cells use demo-1, 1 image, Direct')).toBeVisible()
    await unfold(user)
    await user.type(tableDialog().getByRole('combobox', { name: 'Size' }), '512x512')
    await waitFor(() =>
      expect(bridge.inputs('tables.change').at(-1)).toMatchObject({ defaults: { size: '512x512' } }),
    )
    // One change for what was typed in one go, not one per letter.
    expect(bridge.inputs('tables.change').length).toBeLessThan(7)
    expect(await rowGrid().findByText('512x512')).toBeVisible()
    expect(tableDialog().getByText('Empty cells use demo-1, 512x512, 1 image, Direct')).toBeVisible()
  })

  test('can expand alternatives and queue known rows once more', async () => {
    const { user, bridge } = await showTable({ known: [1] })
    await unfold(user)
    expect(tableDialog().getByRole('button', { name: 'Queue 19 rows' })).toBeVisible()
    await user.click(tableDialog().getByRole('switch', { name: 'Queue rows that were queued before' }))
    await tableDialog().findByRole('button', { name: 'Queue 20 rows' })
    await user.click(tableDialog().getByRole('switch', { name: 'Expand {a|b} in prompts' }))
    await waitFor(() =>
      expect(bridge.inputs('tables.change').at(-1)).toMatchObject({ expand: true, again: true }),
    )
  })

  test('can be for another connection; nothing can be queued before that is answered', async () => {
    const main = createMainStandIn({ connections: [demoConnection, serviceConnection] })
    const { user, bridge } = await showTable({}, main)
    await unfold(user)
    await user.click(tableDialog().getByRole('combobox', { name: /^Connection/ }))
    await user.click(await listed('Aurora'))
    const queue = tableDialog().getByRole('button', { name: 'Queue 20 rows' })
    expect(queue.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(bridge.inputs('tables.change')).toMatchObject([{ connectionId: 'aurora' }]))
    await tableDialog().findByText(/Aurora$/, { selector: 'p' })
    expect(queue.getAttribute('aria-disabled')).toBeNull()
  })
})
