import type { ExtraField } from '@shared/model/extraFields'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const prompt = () => compose().getByRole('textbox', { name: 'Prompt' })
/** The sentence above Generate may lead there too. */
const open = () => compose().getAllByRole('button', { name: 'Extra fields' })[0] as HTMLElement
const dialog = () => within(screen.getByRole('dialog', { name: 'Extra fields' }))
const part = (name: string) => dialog().getByRole('textbox', { name })
const line = () =>
  document.getElementById(
    compose().getByRole('button', { name: 'Generate' }).getAttribute('aria-describedby') ?? '',
  )?.textContent

const connection = {
  ...serviceConnection,
  prices: { 'aurora-2': 2 },
  extra: { background: [{ name: 'quality', value: 'low' }], direct: [] },
}

async function showForm(extra: readonly ExtraField[] = [], connections = [connection]) {
  const main = createMainStandIn({ connections })
  main.drafts.set('aurora', { ...emptyDraft, model: 'aurora-2', extra: [...extra] })
  const window = await renderWindow(main)
  await window.user.type(prompt(), 'a fern')
  return window
}

describe('the extra fields of the form', () => {
  test('are typed by keyboard alone, and sent with the request', async () => {
    const { user, bridge } = await showForm()
    expect(line()).toBe('1 request with quality low, 1 image, at least 2 credits, Aurora')
    open().focus()
    await user.keyboard('{Enter}')
    expect(dialog().getByText('From Aurora: quality low')).toBeVisible()
    expect(document.activeElement).toBe(part('Name of field 1'))
    await user.keyboard('seed{Tab}9007199254740993{Tab}{Tab}{Enter}quality{Tab}high')
    expect(document.activeElement).toBe(part('Value of field 2'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(open()))
    expect(open().parentElement?.textContent).toBe('quality high, seed 9007199254740993 Extra fields')
    expect(line()).toBe(
      '1 request with quality high and seed 9007199254740993, 1 image, at least 2 credits, Aurora',
    )

    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
    expect(bridge.inputs('jobs.enqueue')[0]?.draft.extra).toEqual([
      { name: 'seed', value: '9007199254740993' },
      { name: 'quality', value: 'high' },
    ])
  })

  test('of the connection are shown for the mode that sends them; without any, nothing is said', async () => {
    const { user } = await showForm()
    await user.click(compose().getByRole('radio', { name: 'Direct' }))
    expect(line()).toBe('1 request, 1 image, about 2 credits, Aurora')
    expect(open().parentElement?.textContent).toBe('Extra fields')
  })

  test('are removed one by one, and the focus goes to the next', async () => {
    const { user } = await showForm([
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
      { name: 'c', value: '3' },
    ])
    await user.click(open())
    await user.click(dialog().getByRole('button', { name: 'Remove field 2' }))
    expect(document.activeElement).toBe(part('Name of field 2'))
    expect(part('Name of field 2')).toHaveProperty('value', 'c')
    await user.click(dialog().getByRole('button', { name: 'Remove field 2' }))
    await user.click(dialog().getByRole('button', { name: 'Remove field 1' }))
    expect(document.activeElement).toBe(part('Name of field 1'))
    expect(part('Name of field 1')).toHaveProperty('value', '')
    await user.click(dialog().getByRole('button', { name: 'Done' }))
    expect(line()).toContain('with quality low,')
  })

  test('are the same as JSON, with every digit', async () => {
    const { user } = await showForm([{ name: 'seed', value: '1.50' }])
    await user.click(open())
    await user.click(dialog().getByRole('radio', { name: 'JSON' }))
    const json = () => part('JSON') as HTMLTextAreaElement
    expect(json().value).toBe('{\n  "seed": 1.50\n}')
    await user.clear(json())
    await user.click(json())
    await user.paste('{"style": "ink", "scale": 12345678901234567890}')
    await user.click(dialog().getByRole('radio', { name: 'Fields' }))
    expect(part('Name of field 1')).toHaveProperty('value', 'style')
    expect(part('Value of field 1')).toHaveProperty('value', 'ink')
    expect(part('Value of field 2')).toHaveProperty('value', '12345678901234567890')
  })

  test('that aren’t JSON yet are kept, said with their place, and not sent', async () => {
    const { user, bridge } = await showForm()
    await user.click(open())
    await user.click(dialog().getByRole('radio', { name: 'JSON' }))
    await user.click(part('JSON'))
    await user.paste('{"seed": 1,\n "style" ink}')
    expect(part('JSON').getAttribute('aria-invalid')).toBeNull()
    await user.tab()
    expect(part('JSON').getAttribute('aria-invalid')).toBe('true')
    expect(dialog().getByText('The JSON isn’t valid at line 2, column 10. Fix it there.')).toBeVisible()
    await user.click(dialog().getByRole('button', { name: 'Done' }))
    expect(line()).toBe('Extra fields: The JSON isn’t valid at line 2, column 10. Fix it there.')
    await user.click(compose().getByRole('button', { name: 'Generate' }))
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
    expect(document.activeElement).toBe(open())
    await user.click(open())
    expect(part('JSON')).toHaveProperty('value', '{"seed": 1,\n "style" ink}')
  })

  test.each([
    ['a name of 10,000 characters', 'x'.repeat(10_000), /has 10,000 characters\. Up to 100 are allowed/],
    ['stream', 'stream', /the answer would come in pieces/],
    ['a field of the form', 'prompt', /The form has its own place for “prompt”/],
    ['a name twice', 'seed', /Two extra fields have the name “seed”/],
  ])('with %s stay as typed; the row says why they can’t be sent', async (_, name, words) => {
    const { user } = await showForm([{ name: 'seed', value: '1' }])
    await user.click(open())
    await user.click(dialog().getByRole('button', { name: 'Add a field' }))
    await user.paste(name)
    expect(dialog().queryByText(words)).toBeNull()
    await user.tab()
    expect(dialog().getByText(words)).toBeVisible()
    const typed = part('Name of field 2')
    expect(typed).toHaveProperty('value', name)
    expect(typed.getAttribute('aria-invalid')).toBe('true')
    await user.click(dialog().getByRole('button', { name: 'Done' }))
    expect(line()).toMatch(words)
  })

  test('stay with their own connection', async () => {
    const other = { ...serviceConnection, id: 'other', name: 'Other' }
    const main = createMainStandIn({ connections: [connection, other] })
    main.drafts.set('aurora', { ...emptyDraft, model: 'aurora-2', extra: [{ name: 'seed', value: '41' }] })
    const { user } = await renderWindow(main)
    await user.type(prompt(), 'a fern')
    expect(line()).toContain('with quality low and seed 41,')
    await user.click(compose().getByRole('combobox', { name: 'Connection' }))
    await user.click(await screen.findByRole('option', { name: 'Other' }))
    await waitFor(() => expect(line()).toBe('1 request, 1 image, cost unknown, Other'))
  })
})
