import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { rowGrid, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'
import type { TableStandInOptions } from '../../support/tableStandIn'

sizedElements(1200, 600)

const picture = 'https://images.example/a.png'
const options: TableStandInOptions = {
  columns: ['prompt', 'size', 'image', 'mode'],
  roles: ['prompt', 'size', 'image', 'mode'],
  cells: [
    ['a wren', '', '', ''],
    ['a heron', '', '', 'direct'],
    ['a gull', '512x512', '', ''],
  ],
  defaults: { mode: 'background', size: '1024x1024', image: [picture] },
}

const show = (rest: TableStandInOptions = {}) => {
  const connection = { ...serviceConnection, id: 'demo' }
  return showTable({ ...options, ...rest }, createMainStandIn({ connections: [connection] }))
}

/** Size, reference images and mode of a row, as shown. */
const cellsOf = (row: number) =>
  [...rowGrid().getAllByRole('row')]
    .filter((line) => line.getAttribute('aria-rowindex') === String(row + 2))
    .flatMap((line) => [...line.querySelectorAll('[role=gridcell]')].slice(2).map((cell) => cell.textContent))
const details = (text: RegExp) => tableDialog().findByText(text)

describe('a size and references that none of a row’s requests includes', () => {
  test('are shown as none in a Background row, and with their values in a Direct one', async () => {
    await show()
    expect(cellsOf(1)).toEqual(['—', '—', 'Background'])
    expect(cellsOf(2)).toEqual(['1024x1024', picture, 'direct'])
  })

  test('are explained for the focused cell', async () => {
    const { user } = await show()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('a wren'))
    await user.keyboard('{ArrowRight}')
    expect(await details(/^Not sent: Background requests can’t include a size\./)).toBeVisible()
    await user.keyboard('{ArrowRight}')
    expect(await details(/^Not sent: Background requests can’t include reference images\./)).toBeVisible()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(tableDialog().queryByText(/^Not sent/)).toBeNull())
  })

  test('are explained beside the cell’s own value', async () => {
    const { user } = await show()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('a wren'))
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(await details(/^Not sent: Background requests can’t include a size\./)).toBeVisible()
    expect(rowGrid().getByRole('gridcell', { name: '512x512' })).toBeVisible()
  })

  test.each<[string, TableStandInOptions, RegExp]>([
    ['for Direct rows alone', {}, /1024x1024 in Direct, 1 image, Background, 1 reference image in Direct$/],
    [
      'not at all where no row can be Direct',
      { roles: ['prompt', 'size', 'image', null] },
      /demo-1, 1 image, Background$/,
    ],
  ])('are named in the line of the settings %s', async (_, rest, line) => {
    await show(rest)
    expect(tableDialog().getByRole('button', { name: /^Empty cells use/ }).textContent).toMatch(line)
  })
})

describe('a button that goes away with what it changes', () => {
  test.each([
    ['Switch to Direct', options],
    ['Expand {a|b} in prompts', { ...options, cells: [['a {red|blue} wren', '', '', '']] }],
  ])('gives the focus back to the rows: %s', async (name, rest) => {
    const { user } = await show(rest)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
    const button = await tableDialog().findByRole('button', { name })
    await user.click(button)
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell')
  })
})

describe('braces of prompts', () => {
  test('are said to be sent as text, and can be expanded at once', async () => {
    const { user, bridge } = await show({
      cells: [
        ['a {red|blue} wren', '', '', ''],
        ['a gull', '', '', ''],
      ],
    })
    await tableDialog().findByText(/1 row is sent with its braces as text\./)
    await user.click(tableDialog().getByRole('button', { name: 'Expand {a|b} in prompts' }))
    await waitFor(() => expect(tableDialog().queryByText(/braces as text/)).toBeNull())
    expect(bridge.inputs('tables.change').at(-1)).toMatchObject({ expand: true })
  })
})
