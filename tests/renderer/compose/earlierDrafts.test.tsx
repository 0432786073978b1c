import type { Draft } from '@shared/model/draft'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const prompt = () => screen.getByRole('textbox', { name: 'Prompt' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

async function withEarlier(...earlier: readonly Partial<Draft>[]) {
  const main = createMainStandIn()
  for (const draft of earlier)
    await main.bridge.request('drafts.keep', { draft: { ...emptyDraft, ...draft } })
  const window = await renderWindow(main)
  await waitFor(() => expect(prompt()).toHaveFocus())
  return window
}

test('one is put back by keyboard, whole, and what it replaces is put back the same way', async () => {
  const { user, drafts } = await withEarlier(
    { prompt: 'a fern', n: 3, model: 'demo-2', mode: 'direct', size: '64x64' },
    { prompt: 'a heron' },
  )
  await user.keyboard('a gull')
  screen.getByRole('button', { name: 'Earlier drafts' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('option', { name: /^a heron/ })
  expect(options()).toEqual([expect.stringMatching(/^a heron/), expect.stringMatching(/^a fern/)])
  await user.keyboard('FERN')
  await waitFor(() => expect(options()).toHaveLength(1))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(prompt()).toHaveValue('a fern'))
  expect(prompt()).toHaveFocus()
  await waitFor(() =>
    expect(drafts.get('demo')).toMatchObject({ n: 3, model: 'demo-2', mode: 'direct', size: '64x64' }),
  )

  await user.click(screen.getByRole('button', { name: 'Earlier drafts' }))
  await user.click(await screen.findByRole('option', { name: /^a gull/ }))
  await waitFor(() => expect(prompt()).toHaveValue('a gull'))
})

test('what comes from the history can be exchanged for what was typed', async () => {
  const main = createMainStandIn()
  main.prompts.history.push('queued before')
  const { user } = await renderWindow(main)
  await user.type(prompt(), 'half a sen')
  await user.click(screen.getByRole('button', { name: 'Prompt history' }))
  await user.click(await screen.findByRole('option', { name: 'queued before' }))
  await user.click(screen.getByRole('button', { name: 'Earlier drafts' }))
  await user.click(await screen.findByRole('option', { name: /^half a sen/ }))
  await waitFor(() => expect(prompt()).toHaveValue('half a sen'))
})

test('the list says when it is empty, and names a draft of references', async () => {
  const { user } = await withEarlier()
  await user.click(screen.getByRole('button', { name: 'Earlier drafts' }))
  await screen.findByText(/^No earlier drafts yet/)
  cleanup()
  const second = await withEarlier({ image: ['https://images.example/a.png'] })
  await second.user.click(screen.getByRole('button', { name: 'Earlier drafts' }))
  await screen.findByRole('option', { name: /^References without a prompt/ })
})
