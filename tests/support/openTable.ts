import { screen, within } from '@testing-library/react'
import { createMainStandIn, type MainStandIn } from './mainStandIn'
import { type RenderedWindow, renderWindow } from './renderWindow'
import { standInTable, type TableStandIn, type TableStandInOptions } from './tableStandIn'

export const tableDialog = () => within(screen.getByRole('dialog', { name: 'Table' }))
export const rowGrid = () => within(tableDialog().getByRole('grid', { name: 'Rows' }))

export interface ShownTable extends RenderedWindow {
  readonly table: TableStandIn
}

/** Shows the window with a table open in its dialog, and waits for its first row. */
export async function showTable(
  options: TableStandInOptions = {},
  main: MainStandIn = createMainStandIn(),
): Promise<ShownTable> {
  const table = standInTable(main.bridge, options)
  const window = await renderWindow(main)
  await window.user.keyboard('{Control>}o{/Control}')
  await screen.findByRole('dialog', { name: 'Table' })
  await rowGrid().findByRole('checkbox', { name: 'Row 1' })
  return { ...window, table }
}

/** `count` rows, the second and fourth with an invalid size. */
export function rowsTwoWrong(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => [
    `a {{plant}} in the harbour, ${index + 1}`,
    index === 1 || index === 3 ? 'large' : '1024x1024',
    index % 2 === 0 ? 'fern' : 'moss',
  ])
}
