import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const field = (name: string) => compose().getByRole<HTMLTextAreaElement>('textbox', { name })

/** A window with a prompt of two variables, one of which had values before. */
async function windowAfterValues() {
  const main = createMainStandIn()
  main.prompts.values = { colour: 'red\nblue' }
  const window = await renderWindow(main)
  await window.user.click(field('Prompt'))
  await window.user.paste('a {{Colour}} {{plant}}')
  return window
}

describe('the values of a variable', () => {
  test('are offered again for the same name, and used by a press', async () => {
    const { user, drafts } = await windowAfterValues()
    const offer = await compose().findByRole('button', { name: 'Last time: red, blue' })
    expect(compose().getAllByRole('button', { name: /^Last time/ })).toHaveLength(1)
    expect(field('{{Colour}}').value).toBe('')
    await user.click(offer)
    expect(field('{{Colour}}').value).toBe('red\nblue')
    expect(document.activeElement).toBe(field('{{Colour}}'))
    expect(compose().queryByRole('button', { name: /^Last time/ })).toBeNull()
    await waitFor(() => expect(drafts.get('demo')?.variables).toEqual({ colour: 'red\nblue' }))
  })

  test('are not asked for if one is written already', async () => {
    const { user, bridge } = await windowAfterValues()
    await user.type(field('{{Colour}}'), 'green')
    expect(compose().queryByRole('button', { name: /^Last time/ })).toBeNull()
    expect(bridge.inputs('prompts.values').at(-1)).toEqual({ names: ['plant'] })
  })
})
