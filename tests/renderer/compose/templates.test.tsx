import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })
const opener = () => screen.getByRole('button', { name: 'Templates' })
const list = () => screen.findByRole('dialog', { name: 'Templates' })
const name = (dialog: HTMLElement) => within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const save = 'Save this prompt as a template…'

async function windowWith(...names: readonly string[]) {
  const main = createMainStandIn()
  for (const template of names)
    main.prompts.templates.push({
      id: template,
      name: template,
      prompt: `prompt of ${template}`,
      variables: {},
    })
  return renderWindow(main)
}

describe('templates', () => {
  test('are saved from the prompt in the form', async () => {
    const { user, prompts } = await windowWith()
    await user.type(prompt(), 'a portrait')
    await user.click(opener())
    await user.click(within(await list()).getByRole('button', { name: save }))
    const dialog = await screen.findByRole('dialog', { name: 'Save as a template' })
    expect(document.activeElement).toBe(name(dialog))
    await user.keyboard('Portrait{Enter}')
    await screen.findByText('Template “Portrait” saved')
    expect(prompts.templates).toMatchObject([{ name: 'Portrait', prompt: 'a portrait' }])
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  test('need a prompt and a name', async () => {
    const { user, bridge } = await windowWith()
    await user.click(opener())
    const button = within(await list()).getByRole('button', { name: save })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    await user.keyboard('{Escape}')
    await user.type(prompt(), 'a portrait')
    await user.click(opener())
    await user.click(within(await list()).getByRole('button', { name: save }))
    const dialog = await screen.findByRole('dialog', { name: 'Save as a template' })
    await user.keyboard(' {Enter}')
    expect(within(dialog).getByText(/^The template has no name/)).toBeVisible()
    expect(bridge.inputs('prompts.saveTemplate')).toEqual([])
  })

  test('are replaced only once the user agrees', async () => {
    const { user, prompts } = await windowWith('Portrait')
    await user.type(prompt(), 'another')
    await user.click(opener())
    await user.click(within(await list()).getByRole('button', { name: save }))
    const dialog = await screen.findByRole('dialog', { name: 'Save as a template' })
    await user.keyboard('Portrait{Enter}')
    await within(dialog).findByText(/^There’s already a template with this name/)
    expect(prompts.templates[0]?.prompt).toBe('prompt of Portrait')
    await user.click(within(dialog).getByRole('button', { name: 'Replace it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(prompts.templates).toMatchObject([{ name: 'Portrait', prompt: 'another' }])
  })

  test('fill the form', async () => {
    const { user } = await windowWith('Landscape', 'Portrait')
    await user.click(opener())
    const found = await list()
    await user.keyboard('Port')
    await waitFor(() => expect(within(found).getAllByRole('option')).toHaveLength(1))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(prompt().value).toBe('prompt of Portrait'))
    expect(document.activeElement).toBe(prompt())
  })

  test('are renamed by F2, and by the pointer', async () => {
    const { user, prompts } = await windowWith('Portrait')
    await user.click(opener())
    await within(await list()).findByRole('option')
    await user.keyboard('{F2}')
    const dialog = await screen.findByRole('dialog', { name: 'Rename a template' })
    await user.clear(name(dialog))
    await user.keyboard('People{Enter}')
    await waitFor(() => expect(prompts.templates[0]?.name).toBe('People'))

    await user.click(opener())
    await within(await list()).findByRole('option')
    await user.click(screen.getByTitle('Rename this template (F2)'))
    expect(name(await screen.findByRole('dialog', { name: 'Rename a template' })).value).toBe('People')
  })

  test('are deleted and restored', async () => {
    const { user } = await windowWith('Portrait')
    await user.click(opener())
    const found = await list()
    await within(found).findByRole('option')
    await user.click(screen.getByTitle('Delete this template (Shift+Delete)'))
    await within(found).findByText(/^No templates yet/)
    await screen.findByText('Template “Portrait” deleted')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(opener())
    await within(await list()).findByRole('option')
  })
})
