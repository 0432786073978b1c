import type { Draft } from '@shared/model/draft'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const value = (role: string, name: string) => compose().getByRole<HTMLInputElement>(role, { name }).value
const mode = () => compose().getByRole('radio', { checked: true }).textContent

/** A window on the demo service that then switches to Aurora and its own form. */
async function switchTo(aurora: Partial<Draft>, demo: Partial<Draft> = {}) {
  const main = createMainStandIn({ connections: [demoConnection, serviceConnection] })
  const common = { ...emptyDraft, n: 4, mode: 'direct', size: '1536x1024' } as const
  main.drafts.set('demo', { ...common, prompt: 'a fern', model: 'demo-1', ...demo })
  main.drafts.set('aurora', { ...common, prompt: 'a gull', model: 'aurora-2', ...aurora })
  const window = await renderWindow(main)
  await waitFor(() => expect(value('combobox', 'Model')).toBe('demo-1'))
  await window.user.click(compose().getByRole('combobox', { name: 'Connection' }))
  await window.user.click(await compose().findByRole('option', { name: 'Aurora' }))
  await waitFor(() => expect(value('combobox', 'Model')).toBe('aurora-2'))
  return window
}

const connection = () => compose().getByRole('combobox', { name: 'Connection' }).textContent

test('names the connection and what its form has of its own, and can bring back the other with its form', async () => {
  const image = ['https://images.example/gull.png']
  const { user, drafts } = await switchTo({ n: 1, mode: 'background', size: '', image })
  await screen.findByText(
    'Switched to Aurora: its own prompt, its own references, Images 1 (was 4), Mode Background (was Direct), and Size empty (was 1536x1024)',
  )
  expect(mode()).toBe('Background')

  await user.click(screen.getByRole('button', { name: 'Put back' }))
  await waitFor(() => expect(value('textbox', 'Prompt')).toBe('a fern'))
  expect(connection()).toBe('Demo')
  expect([value('spinbutton', 'Images'), mode(), value('combobox', 'Size')]).toEqual([
    '4',
    'Direct',
    '1536x1024',
  ])
  expect(value('combobox', 'Model')).toBe('demo-1')
  expect(screen.queryByText(/^Switched to/)).toBeNull()
  expect(drafts.get('aurora')).toMatchObject({ prompt: 'a gull', n: 1 })
})

test('keeps what was entered since in the form that is left', async () => {
  const { user, drafts } = await switchTo({ n: 1 })
  await screen.findByText(/^Switched to Aurora/)
  await user.type(compose().getByRole('textbox', { name: 'Prompt' }), ' in rain{Tab}')
  await user.click(screen.getByRole('button', { name: 'Put back' }))
  await waitFor(() => expect(value('textbox', 'Prompt')).toBe('a fern'))
  await waitFor(() => expect(drafts.get('aurora')).toMatchObject({ prompt: 'a gull in rain' }))
})

test('says nothing if the form stays as it is, nor about a size that neither connection sends', async () => {
  await switchTo({ mode: 'background', size: '' }, { mode: 'background', prompt: 'a gull' })
  expect(connection()).toBe('Aurora')
  expect(screen.queryByText(/^Switched to/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull()
})

test('names the prompt where that alone changes', async () => {
  await switchTo({})
  await screen.findByText('Switched to Aurora: its own prompt')
})

test('names the one setting that changes', async () => {
  await switchTo({ size: '' }, { prompt: 'a gull' })
  await screen.findByText('Switched to Aurora: Size empty (was 1536x1024)')
})
