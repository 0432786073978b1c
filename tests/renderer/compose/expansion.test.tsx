import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const prompt = () => compose().getByRole('textbox', { name: 'Prompt' })
const variable = (name: string) => compose().getByRole('textbox', { name: `{{${name}}}` })
const generate = () => compose().getByRole('button', { name: 'Generate' })
const rows = () =>
  within(compose().getByRole('list', { name: 'First rows' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** `{` and `[` have a special meaning for user-event. */
const keys = (text: string) => text.replace(/[{[]/g, '$&$&')

describe('a prompt that stands for several', () => {
  test('has a field for each variable, shows its first rows and the count, and queues exactly these', async () => {
    const { user, bridge } = await renderWindow({ connections: [serviceConnection] })
    await user.type(prompt(), keys('{red|blue} {{Animal}}'))
    expect(
      compose().getByText(/Enter one, or put a backslash before its first brace if you mean it as text\./),
    ).toBeVisible()
    expect(compose().queryByRole('list', { name: 'First rows' })).toBeNull()

    await user.type(variable('Animal'), 'fox{Enter}owl{Enter}{Enter}eel')
    expect(compose().getByText('3 values')).toBeVisible()
    expect(compose().getByRole('button', { name: '6 prompts' })).toBeVisible()
    expect(rows()).toEqual(['red fox', 'red owl', 'red eel', 'blue fox', 'blue owl'])
    expect(compose().getByText('and 1 more')).toBeVisible()
    await user.click(compose().getByRole('button', { name: 'More images' }))
    expect(compose().getByText('12 requests, 12 images, cost unknown, Aurora')).toBeVisible()
    await user.click(compose().getByRole('radio', { name: 'Direct' }))
    expect(compose().getByText('6 requests, 12 images, cost unknown, Aurora')).toBeVisible()

    await user.click(generate())
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
    expect(bridge.inputs('jobs.enqueue')).toMatchObject([
      { draft: { prompt: '{red|blue} {{Animal}}', variables: { animal: 'fox\nowl\n\neel' }, n: 2 } },
    ])
  })

  test('points at a brace that isn’t closed, and sends it as text at one press', async () => {
    const { user, bridge } = await renderWindow({ connections: [serviceConnection] })
    await user.type(prompt(), keys('{red|blue fox'))
    await user.click(generate())
    expect(compose().getAllByText(/A brace has no partner: “{red\|blue fox”/)[0]).toBeVisible()
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
    await user.click(compose().getByRole('button', { name: 'Send as text' }))
    expect(document.activeElement).toBe(prompt())
    expect(prompt()).toHaveValue('\\{red|blue fox')
    expect(rows()).toEqual(['{red|blue fox'])
    await user.click(generate())
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
  })

  test('sends the braces of JSON as text, and reads alternatives in it only if asked to', async () => {
    const { user, bridge } = await renderWindow({ connections: [serviceConnection] })
    const json = '["{red|blue} fox"]'
    await user.type(prompt(), keys(json))
    expect(compose().getByText('This prompt is JSON, so its braces are sent as text.')).toBeVisible()
    expect(compose().queryByRole('list', { name: 'First rows' })).toBeNull()
    await user.click(compose().getByRole('button', { name: 'Read alternatives in it' }))
    expect(rows()).toEqual(['["red fox"]', '["blue fox"]'])
    await user.click(compose().getByRole('button', { name: 'Send as text' }))
    await user.click(generate())
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toMatchObject([{ draft: { prompt: json } }]))
  })

  test('leaves no double space where an alternative is empty, in what is shown', async () => {
    const { user } = await renderWindow()
    await user.type(prompt(), keys('a {red|blue|} fern'))
    expect(compose().getByRole('button', { name: '3 prompts' })).toBeVisible()
    expect(rows()).toEqual(['a red fern', 'a blue fern', 'a fern'])
  })

  test('reports a missing variable at its field, which gets the focus', async () => {
    const { user, bridge } = await renderWindow()
    await user.type(prompt(), keys('{{shape}} {{color}}'))
    await user.type(variable('shape'), 'round')
    await user.click(compose().getByRole('button', { name: 'Variables' }))
    expect(document.activeElement).toBe(variable('color'))
    await user.click(generate())
    expect(document.activeElement).toBe(variable('color'))
    expect(variable('color').getAttribute('aria-invalid')).toBe('true')
    expect(compose().getByText(/The variable “color” has no value. Enter/)).toBeVisible()
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('is refused with the exact count when it asks for too many images', async () => {
    const { user, bridge } = await renderWindow()
    await user.click(prompt())
    await user.paste('{0|1|2|3|4|5|6|7|8|9}'.repeat(3))
    expect(compose().getByText(/^1,000 requests/)).toBeVisible()
    await user.click(compose().getByRole('button', { name: 'More images' }))
    await user.click(generate())
    expect(compose().getByText(/This makes 2,000 images. You can ask/)).toBeVisible()
    await user.click(prompt())
    await user.paste('{0|1|2|3|4|5|6|7|8|9}'.repeat(27))
    expect(
      compose().getByRole('button', { name: '1,000,000,000,000,000,000,000,000,000,000 prompts' }),
    ).toBeVisible()
    expect(
      compose().getByText(/This makes 2,000,000,000,000,000,000,000,000,000,000 images. You can ask/),
    ).toBeVisible()
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('is shown as it is sent if braces were escaped, and not at all if nothing is special', async () => {
    const { user } = await renderWindow()
    await user.type(prompt(), keys('{"a": "b"}'))
    expect(compose().queryByRole('button', { name: '1 prompt' })).toBeNull()
    await user.type(prompt(), keys(' \\{c|d}'))
    expect(compose().getByRole('button', { name: '1 prompt' })).toBeVisible()
    expect(rows()).toEqual(['{"a": "b"} {c|d}'])
  })

  test('keeps the values of a variable whose name is typed again, and of a draft over a restart', async () => {
    const main = createMainStandIn()
    const { user, drafts } = await renderWindow(main)
    await user.type(prompt(), keys('{{color}}'))
    await user.type(variable('color'), 'red')
    await user.type(prompt(), '{Backspace}')
    expect(compose().queryByRole('textbox', { name: '{{color}}' })).toBeNull()
    await user.type(prompt(), '}')
    expect(variable('color')).toHaveProperty('value', 'red')
    await waitFor(() => expect(drafts.get('demo')?.variables).toEqual({ color: 'red' }))
  })

  test('queues what is in a long prompt now, not what was there when typing paused', async () => {
    const { user, bridge } = await renderWindow()
    await user.click(prompt())
    await user.paste(`${'a fern at dawn, '.repeat(2000)}{red|blue}`)
    await waitFor(() => expect(compose().getByText(/^2 requests/)).toBeVisible())
    await user.type(prompt(), keys('{a|b}'))
    await user.click(generate())
    await waitFor(() => expect(bridge.inputs('jobs.enqueue')).toHaveLength(1))
    await waitFor(() => expect(compose().getByText(/^4 requests/)).toBeVisible())
  })
})

describe('the length of the prompt', () => {
  test('is shown in words and characters', async () => {
    const { user } = await renderWindow()
    await user.type(prompt(), 'a fern')
    expect(compose().getByText('2 words, 6 characters')).toBeVisible()
  })
})
