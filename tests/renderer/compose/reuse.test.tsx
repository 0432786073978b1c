import { appError } from '@shared/errors'
import type { QueueOverview } from '@shared/model/queue'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDraft } from '../../../renderer/stores/draftStore'
import { batchSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))

const request = {
  model: 'aurora-2',
  prompt: 'a fern',
  size: '1024x1024',
  n: 3,
  image: ['https://images.example/a.png'],
}
const asked = { connectionId: 'aurora', mode: 'direct', request, images: 3 } as const
const job = { ...jobSample(), ...asked }

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const compose = () => within(screen.getByRole('region', { name: 'Compose' }))
const field = (role: string, name: string) => compose().getByRole(role, { name })
const shown = () => ({
  prompt: field('textbox', 'Prompt'),
  model: field('combobox', 'Model'),
  size: compose().queryByRole('combobox', { name: 'Size' }),
  n: field('spinbutton', 'Images'),
})
const values = () =>
  Object.fromEntries(
    Object.entries(shown()).map(([name, element]) => [
      name,
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null,
    ]),
  )
const filled = { prompt: 'a fern', model: 'aurora-2', size: '1024x1024', n: '3' }

async function renderQueue(lists: Partial<QueueOverview>, connections = [demoConnection, serviceConnection]) {
  const main = createMainStandIn({ connections })
  main.bridge.answer('queue.overview', () => overviewOf(lists))
  main.bridge.answer('queue.waiting', () => ({ revision: 1, total: 1, rows: [{ ...job, state: 'queued' }] }))
  return { ...(await renderWindow(main)), main }
}

describe('Reuse', () => {
  test.each<readonly [string, Partial<QueueOverview>, string]>([
    ['that runs', { running: [job] }, 'Reuse'],
    ['that is done', { finished: [{ ...job, state: 'done', saved: 3 }] }, 'Reuse'],
    ['that was cancelled', { finished: [{ ...job, state: 'cancelled' }] }, 'Reuse'],
    ['that failed', { finished: [{ ...job, state: 'failed', error: appError('moderated') }] }, 'Edit'],
  ])('fills the whole form from a job %s, on its own connection', async (_, lists, name) => {
    const { user } = await renderQueue(lists)
    await user.click(queue().getByRole('button', { name }))
    await waitFor(() => expect(values()).toEqual(filled))
    expect(field('radio', 'Direct').getAttribute('aria-checked')).toBe('true')
    expect(field('combobox', 'Connection').textContent).toContain('Aurora')
    expect(compose().getByRole('listitem', { name: /^Reference 1/ })).toBeVisible()
    expect(document.activeElement).toBe(shown().prompt)
  })

  test('fills it from a job that needs the user, by its menu', async () => {
    const { user } = await renderQueue({ needsYou: [{ ...uncertainJob('connectionLost'), ...asked }] })
    await user.click(queue().getByRole('button', { name: /^More for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toEqual(filled))
  })

  test('treats template syntax in a sent prompt as the text it was', async () => {
    const { user } = await renderQueue({
      running: [{ ...job, request: { ...request, prompt: '{"a": {b|c}} {{d}}' } }],
    })
    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toMatchObject({ prompt: '\\{"a": \\{b|c}} \\{\\{d}}' }))
    const rows = within(compose().getByRole('list', { name: 'First rows' })).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['{"a": {b|c}} {{d}}'])
  })

  test('fills in the extra fields: the request’s own, and what its connection then added differently', async () => {
    const extra = [{ name: 'seed', value: '41' }]
    const connectionExtra = [
      { name: 'quality', value: 'high' },
      { name: 'style', value: 'ink' },
    ]
    const now = {
      background: [],
      direct: [
        { name: 'quality', value: 'low' },
        { name: 'style', value: 'ink' },
      ],
    }
    const { user, main } = await renderQueue(
      { running: [{ ...job, request: { ...request, extra, connectionExtra } }] },
      [demoConnection, { ...serviceConnection, extra: now }],
    )
    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toEqual(filled))
    await waitFor(() =>
      expect(main.drafts.get('aurora')?.extra).toEqual([{ name: 'quality', value: 'high' }, ...extra]),
    )
  })

  test('fills the form from a waiting job, by its menu', async () => {
    const { user } = await renderQueue({ waiting: [batchSample({ name: 'Ferns', waiting: 1, jobs: 1 })] })
    await user.click(queue().getByRole('button', { name: 'More for Ferns' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toEqual(filled))
    await waitFor(() => expect(document.activeElement).toBe(shown().prompt))
  })

  test('can put back what it replaced, including the connection', async () => {
    const main = createMainStandIn({ connections: [demoConnection, serviceConnection] })
    main.drafts.set('demo', { ...emptyDraft, prompt: 'mine', model: 'demo-2' })
    main.drafts.set('aurora', { ...emptyDraft, prompt: 'kept there', model: 'aurora-2' })
    main.bridge.answer('queue.overview', () => overviewOf({ running: [job] }))
    const { user, drafts } = await renderWindow(main)
    await waitFor(() => expect(values()).toMatchObject({ prompt: 'mine' }))

    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await screen.findByText('Form filled for Aurora')
    expect(values()).toEqual(filled)
    await user.click(screen.getByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(values()).toMatchObject({ prompt: 'mine', model: 'demo-2' }))
    expect(field('combobox', 'Connection').textContent).toContain('Demo')
    await waitFor(() => expect(drafts.get('aurora')?.prompt).toBe('kept there'))
  })

  test('keeps what was written since when what it replaced is put back', async () => {
    const main = createMainStandIn({ connections: [serviceConnection] })
    main.drafts.set('aurora', { ...emptyDraft, prompt: 'mine', model: 'aurora-2' })
    main.bridge.answer('queue.overview', () => overviewOf({ running: [job] }))
    const { user } = await renderWindow(main)
    await waitFor(() => expect(values()).toMatchObject({ prompt: 'mine' }))

    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toEqual(filled))
    await user.type(shown().prompt, ' at dusk')
    const written = values().prompt
    await user.click(screen.getByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(values()).toMatchObject({ prompt: 'mine' }))
    await screen.findByText('The form is as it was before')
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    await waitFor(() => expect(values()).toMatchObject({ prompt: written }))
  })

  test('is undone by Mod+Z outside a field, and again where nothing was replaced', async () => {
    const { user } = await renderQueue({ running: [{ ...job, connectionId: 'demo' }] })
    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toEqual(filled))
    shown().prompt.blur()
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('The form is as it was before')
    expect(values()).toMatchObject({ prompt: '' })
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(values()).toEqual(filled))
    expect(document.activeElement).toBe(document.body)
  })

  test('offers no “Put back” if nothing was replaced', async () => {
    const { user } = await renderQueue({ running: [{ ...job, connectionId: 'demo' }] })
    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await waitFor(() => expect(values()).toEqual(filled))
    expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull()
  })

  test('fills the form of another connection if its own is gone, and says so', async () => {
    const { user } = await renderQueue({ running: [job] }, [demoConnection])
    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    await screen.findByText('Its connection was removed; form filled for Demo')
    expect(values()).toEqual(filled)
  })
})
