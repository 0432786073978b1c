import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { standInTable } from '../../support/tableStandIn'

/** Also found under a dialog. */
const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt', hidden: true })
const question = (name: string | RegExp) => screen.findByRole('dialog', { name })
const answer = (name: string) => screen.getByRole('button', { name })

/** A window in which something was typed, and nothing has the focus. */
async function windowAtRest(typed = '') {
  const main = createMainStandIn()
  standInTable(main.bridge, {}, false)
  const window = await renderWindow(main)
  if (typed !== '') await window.user.type(prompt(), typed)
  prompt().blur()
  return window
}

describe('pasting while no field has the focus', () => {
  test('fills the prompt, and can restore what was there', async () => {
    const { user } = await windowAtRest('a fern')
    await user.paste('two gulls and a heron\r\n')
    expect(prompt().value).toBe('two gulls and a heron')
    expect(document.activeElement).toBe(prompt())
    await user.click(screen.getByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(prompt().value).toBe('a fern'))
  })

  test('can bring back what was written since, after restoring what was there before', async () => {
    const { user } = await windowAtRest('a fern')
    await user.paste('two gulls')
    await user.type(prompt(), ' and a long afterthought')
    await user.click(screen.getByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(prompt().value).toBe('a fern'))
    await user.click(await screen.findByRole('button', { name: 'Redo' }))
    await waitFor(() => expect(prompt().value).toBe('two gulls and a long afterthought'))
  })

  test('asks about several lines, and takes them as one prompt', async () => {
    const { user } = await windowAtRest()
    await user.paste('two gulls\r\nand a heron')
    const dialog = await question('You pasted 2 lines')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['two gulls', 'and a heron'])
    expect(document.activeElement).toBe(answer('Many prompts'))
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(answer('One prompt'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(prompt().value).toBe('two gulls\nand a heron'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(prompt())
  })

  test('opens several lines as a table, which queues nothing', async () => {
    const { user, bridge } = await windowAtRest('a fern')
    await user.paste('two gulls\na heron\na crane')
    await question('You pasted 3 lines')
    await user.keyboard('{Enter}')
    expect(await question('Table')).toBeVisible()
    await waitFor(() =>
      expect(bridge.inputs('tables.paste')).toMatchObject([{ text: 'two gulls\na heron\na crane' }]),
    )
    expect(prompt().value).toBe('a fern')
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
    expect(bridge.inputs('tables.enqueue')).toEqual([])
  })

  test('recognises the cells of a spreadsheet as a table', async () => {
    const { user, bridge } = await windowAtRest()
    await user.paste('prompt\tsize\na fern\t1024x1024\na heron\t\n')
    await question('You pasted a table with 2 rows')
    await user.click(answer('Open the table'))
    await waitFor(() => expect(bridge.inputs('tables.paste')).toHaveLength(1))
  })

  test('keeps the draft by Escape, and asks again the next time', async () => {
    const { user, bridge } = await windowAtRest('a fern')
    for (const _ of [1, 2]) {
      await user.paste('two gulls\na heron')
      await question('You pasted 2 lines')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(prompt().value).toBe('a fern')
      prompt().blur()
    }
    expect(bridge.inputs('tables.paste')).toEqual([])
  })

  test('shows how a long text begins', async () => {
    const { user } = await windowAtRest()
    await user.paste(Array.from({ length: 1200 }, (_, i) => `prompt ${i}`).join('\n'))
    const dialog = await question('You pasted 1,200 lines')
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(4)
  })

  test('takes no more for one prompt than a prompt can hold', async () => {
    const { user } = await windowAtRest('a fern')
    const long = 'x'.repeat(700_000)
    await user.paste(`${long}${long}`)
    await screen.findByText(/^This is too long for a prompt/)
    await user.paste(`${long}\n${long}`)
    const dialog = await question('You pasted 2 lines')
    await user.click(answer('One prompt'))
    expect(within(dialog).getByText('This is too long for a prompt: 1,000,000 characters.')).toBeVisible()
    expect(prompt().value).toBe('a fern')
  })

  test('is left to the field that has the focus', async () => {
    const { user } = await windowAtRest('a fern')
    prompt().focus()
    await user.paste('two gulls\na heron')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(prompt().value).toContain('two gulls\na heron')
  })
})

test('a table that is pasted into the empty prompt is asked about; lines and what comes to a prompt are text', async () => {
  const { user, bridge } = await windowAtRest()
  prompt().focus()
  await user.paste('prompt\tsize\na fern\t1024x1024\na heron\t\n')
  await question('You pasted a table with 2 rows')
  expect(prompt().value).toBe('')
  await user.click(answer('Open the table'))
  await waitFor(() => expect(bridge.inputs('tables.paste')).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Close' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(prompt())
  await user.paste('two gulls\na heron')
  expect(prompt().value).toBe('two gulls\na heron')
  await user.paste('a\tb\nc\td')
  expect(prompt().value).toContain('a\tb\nc\td')
  expect(screen.queryByRole('dialog')).toBeNull()
})
