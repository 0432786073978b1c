import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { pressQuickly } from '../../support/quickKeys'
import { renderWindow } from '../../support/renderWindow'

const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })
const opener = () => screen.getByRole('button', { name: 'Prompt history' })
const list = () => screen.findByRole('dialog', { name: 'Prompt history' })
const names = (found: HTMLElement) =>
  within(found)
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)

async function windowWith(...history: readonly string[]) {
  const main = createMainStandIn()
  main.prompts.history.push(...history)
  return renderWindow(main)
}

describe('Alt and the arrow keys in the prompt', () => {
  test('bring back queued prompts, with the caret at the end, and finally what was being typed', async () => {
    const { user } = await windowWith('a fern', 'a heron')
    await user.type(prompt(), 'half')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(prompt().value).toBe('a heron'))
    expect(prompt().selectionStart).toBe('a heron'.length)
    expect(document.activeElement).toBe(prompt())
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(prompt().value).toBe('a fern'))
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
    await waitFor(() => expect(prompt().value).toBe('half'))
  })

  test('leave the arrow keys alone without Alt, and with others', async () => {
    const { user, bridge } = await windowWith('a fern')
    await user.type(prompt(), 'half{ArrowUp}{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    expect(bridge.inputs('prompts.step')).toEqual([])
  })
})

describe('the list of prompts', () => {
  test('fills the form by Enter, and can restore what was there', async () => {
    const { user } = await windowWith('a fern', 'a heron')
    await user.type(prompt(), 'half')
    opener().focus()
    await user.keyboard('{Enter}')
    const found = await list()
    await waitFor(() => expect(names(found)).toEqual(['a heron', 'a fern']))
    expect(document.activeElement).toBe(within(found).getByRole('combobox', { name: 'Search your prompts' }))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(prompt().value).toBe('a fern'))
    expect(document.activeElement).toBe(prompt())
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(prompt().value).toBe('half'))
  })

  test('heeds each key, however quickly the next one comes', async () => {
    const { user } = await windowWith('a fern', 'a heron', 'a kite')
    await user.click(opener())
    const found = await list()
    await waitFor(() => expect(names(found)).toHaveLength(3))
    await pressQuickly(
      within(found).getByRole<HTMLInputElement>('combobox'),
      'ArrowDown',
      'ArrowDown',
      'Enter',
    )
    await waitFor(() => expect(prompt().value).toBe('a fern'))
  })

  test('searches while the user types', async () => {
    const { user } = await windowWith('a fern', 'a heron')
    await user.click(opener())
    const found = await list()
    await user.keyboard('fern')
    await waitFor(() => expect(names(found)).toEqual(['a fern']))
    await user.keyboard('ery')
    expect(await within(found).findByText('No prompt has these words in it.')).toBeVisible()
    await user.keyboard('{Enter}')
    expect(names(found)).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(opener())
  })

  test('lets Tab reach what is below the list, without choosing anything', async () => {
    const { user, bridge } = await windowWith('a fern')
    await user.click(opener())
    const found = await list()
    await waitFor(() => expect(names(found)).toEqual(['a fern']))
    await user.tab()
    expect(document.activeElement).toBe(within(found).getByRole('button', { name: 'Delete all' }))
    expect(bridge.inputs('prompts.entry')).toEqual([])
  })

  test('deletes the highlighted prompt by Shift+Delete, and undoes it', async () => {
    const { user } = await windowWith('a fern', 'a heron')
    await user.click(opener())
    const found = await list()
    await waitFor(() => expect(names(found)).toEqual(['a heron', 'a fern']))
    await user.keyboard('{ArrowDown}{Shift>}{Delete}{/Shift}')
    await waitFor(() => expect(names(found)).toEqual(['a heron']))
    await screen.findByText('Prompt deleted')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(opener())
    const again = await list()
    await waitFor(() => expect(names(again)).toEqual(['a heron', 'a fern']))
  })

  test('deletes all, and undoes it', async () => {
    const { user } = await windowWith('a fern', 'a heron')
    await user.click(opener())
    await user.click(within(await list()).getByRole('button', { name: 'Delete all' }))
    await screen.findByText('2 prompts deleted')
    await user.click(opener())
    expect(await within(await list()).findByText(/^No prompts yet/)).toBeVisible()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(opener())
    const found = await list()
    await waitFor(() => expect(names(found)).toEqual(['a heron', 'a fern']))
  })

  test('fetches more at the end of the list', async () => {
    const { user, bridge } = await windowWith(...Array.from({ length: 120 }, (_, i) => `prompt ${i}`))
    await user.click(opener())
    const found = await list()
    await waitFor(() => expect(names(found)).toHaveLength(50))
    within(found)
      .getByRole('listbox')
      .dispatchEvent(new Event('scroll', { bubbles: true }))
    await waitFor(() => expect(names(found)).toHaveLength(100))
    expect(bridge.inputs('prompts.history').map(({ limit }) => limit)).toEqual([50, 100])
  })
})
