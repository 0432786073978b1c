import type { TableReading } from '@shared/model/tableReading'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rowGrid, rowsTwoWrong, showTable, tableDialog } from '../../support/openTable'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1200, 600)

const reading: TableReading = {
  encodings: [
    { encoding: 'gb18030', lines: ['红色的狐狸,1024x1024'] },
    { encoding: 'euc-kr', lines: ['붉붉붉,1024x1024'] },
  ],
  unsure: true,
  header: 2,
  firstRows: [
    { line: 1, text: 'Campaign' },
    { line: 2, text: 'prompt · size · plant' },
  ],
}
const layout = { format: 'csv', encoding: 'gb18030', bom: false, delimiter: ',', newline: '\n' } as const

const queue = () => tableDialog().getByRole('button', { name: 'Queue 20 rows' })
const listed = (name: RegExp) => screen.findByRole('option', { name })

describe('a table whose encoding is a guess', () => {
  test('says so, and is queued only once the user has confirmed it', async () => {
    const { user, bridge } = await showTable({ table: { layout, reading } })
    expect(tableDialog().getByText(/CSV, perhaps Chinese, simplified \(GBK\)/)).toBeVisible()
    expect(queue().getAttribute('aria-disabled')).toBe('true')
    expect(
      tableDialog().getByText('Rows can be queued once you’ve said that the letters are right.'),
    ).toBeVisible()
    await user.click(tableDialog().getByRole('button', { name: 'The letters are right' }))
    await waitFor(() => expect(queue().getAttribute('aria-disabled')).toBeNull())
    expect(bridge.inputs('tables.readAs')).toEqual([{ encoding: 'gb18030', header: null }])
    expect(tableDialog().queryByText(/This is a guess/)).toBeNull()
  })

  test('gives the focus back to the rows once it is confirmed, not to the button that closes it', async () => {
    const { user } = await showTable({ cells: rowsTwoWrong(5), table: { layout, reading } })
    const inRows = () => waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
    await inRows()
    await user.tab({ shift: true })
    act(() => tableDialog().getByRole('button', { name: 'The letters are right' }).focus())
    expect(document.activeElement?.textContent).toBe('The letters are right')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tableDialog().queryByText(/This is a guess/)).toBeNull())
    await inRows()
    await user.keyboard('{F8}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('large'))
  })

  test('is read in another one, chosen by keys from its first lines', async () => {
    const { user, bridge } = await showTable({ table: { layout, reading } })
    const field = tableDialog().getByRole('combobox', { name: /^Encoding/ })
    expect(field.textContent).toBe('Chinese, simplified (GBK): 红色的狐狸,1024x1024')
    field.focus()
    await user.keyboard('{Enter}')
    await listed(/^Korean \(EUC-KR\): 붉붉붉/)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() =>
      expect(bridge.inputs('tables.readAs')).toEqual([{ encoding: 'euc-kr', header: null }]),
    )
    expect(document.activeElement).toBe(field)
  })
})

describe('the row that names the columns', () => {
  test('is said and can be another; changes by hand are asked about before they are lost', async () => {
    const { user, bridge } = await showTable({
      table: { reading: { ...reading, encodings: [], unsure: false }, edited: true },
    })
    await user.click(
      tableDialog().getByRole('button', { name: 'Column names in line 2, 1 line above them left out' }),
    )
    await user.click(tableDialog().getByRole('combobox', { name: /^Column names/ }))
    await user.click(await listed(/^None: every line is a row/))
    const question = within(await screen.findByRole('dialog', { name: 'Read the table again?' }))
    expect(bridge.inputs('tables.readAs')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Read again' }))
    await waitFor(() => expect(bridge.inputs('tables.readAs')).toEqual([{ encoding: null, header: 0 }]))
  })
})

describe('a column', () => {
  test('can be left unused, like any other', async () => {
    const { user, bridge } = await showTable({ roles: ['prompt', 'unused', null] })
    await user.click(rowGrid().getByRole('combobox', { name: /^Role of plant/ }))
    await user.click(await listed(/^Don’t use/))
    await waitFor(() => expect(bridge.inputs('tables.change')).toHaveLength(1))
    expect(bridge.inputs('tables.change')[0]).toMatchObject({ roles: ['prompt', 'unused', 'unused'] })
  })

  test('of references says what is sent if that isn’t what its cell says', async () => {
    const { user } = await showTable({
      columns: ['image', 'prompt'],
      roles: ['image', 'prompt'],
      cells: [['https://a.example/1.png, https://a.example/2.png.', 'a fern']],
    })
    await user.click(rowGrid().getByText(/1\.png/))
    expect(
      await tableDialog().findByText(
        'Sent as 2 reference images: https://a.example/1.png https://a.example/2.png',
      ),
    ).toBeVisible()
  })
})
