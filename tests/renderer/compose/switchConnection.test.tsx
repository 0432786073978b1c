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
  await waitFor(() => expect(value('textbox', 'Prompt')).toBe('a fern'))
  await window.user.click(compose().getByRole('combobox', { name: 'Connection' }))
  await window.user.click(await compose().findByRole('option', { name: 'Aurora' }))
  await waitFor(() => expect(value('textbox', 'Prompt')).toBe('a gull'))
  return window
}

test('says which settings another connection changes, and can put them back', async () => {
  const { user, drafts } = await switchTo({ n: 1, mode: 'background', size: '' })
  const told = await screen.findByText(
    'Switched to Aurora: Images 1 (was 4), Mode Background (was Direct), and Size empty (was 1536x1024)',
  )
  expect(mode()).toBe('Background')

  await user.click(screen.getByRole('button', { name: 'Put back' }))
  await waitFor(() => expect(told.isConnected).toBe(false))
  expect([value('spinbutton', 'Images'), mode(), value('combobox', 'Size')]).toEqual([
    '4',
    'Direct',
    '1536x1024',
  ])
  expect([value('textbox', 'Prompt'), value('combobox', 'Model')]).toEqual(['a gull', 'aurora-2'])
  await waitFor(() => expect(drafts.get('aurora')).toMatchObject({ n: 4, mode: 'direct', size: '1536x1024' }))
})

test('keeps what was chosen since when the rest is put back', async () => {
  const { user } = await switchTo({ n: 1, mode: 'background', size: '' })
  await screen.findByText(/^Switched to Aurora/)
  await user.clear(compose().getByRole('spinbutton', { name: 'Images' }))
  await user.type(compose().getByRole('spinbutton', { name: 'Images' }), '2{Tab}')
  await user.click(screen.getByRole('button', { name: 'Put back' }))
  await waitFor(() => expect(mode()).toBe('Direct'))
  expect(value('spinbutton', 'Images')).toBe('2')
})

test('says nothing if no setting changes, nor about a size that neither connection sends', async () => {
  await switchTo({ mode: 'background', size: '' }, { mode: 'background' })
  expect(screen.queryByText(/^Switched to/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull()
})

test('names the one setting that changes', async () => {
  await switchTo({ size: '' })
  await screen.findByText('Switched to Aurora: Size empty (was 1536x1024)')
})
