import { appError } from '@shared/errors'
import type { AppSnapshot } from '@shared/model/app'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { emptyDraft } from '../../../renderer/stores/draftStore'
import { createMainStandIn, type MainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

async function openStored(main: Partial<AppSnapshot> | MainStandIn = { connections: [serviceConnection] }) {
  const window = await renderWindow(main)
  await window.user.click(screen.getByRole('button', { name: 'Settings' }))
  await window.user.click(await screen.findByRole('button', { name: 'Edit Aurora' }))
  return { ...window, form: within(await screen.findByRole('dialog', { name: 'Connection' })) }
}

describe('prices and the daily cap', () => {
  const price = (form: Awaited<ReturnType<typeof openStored>>['form'], model: string) =>
    form.getByRole('textbox', { name: `Price of ${model}` })

  test('are asked for beside the models, and saved as figures; empty ones stay unknown', async () => {
    const { user, bridge, form } = await openStored({
      connections: [
        { ...serviceConnection, models: ['aurora-2', 'aurora-mini'], prices: { 'aurora-2': 2.5 } },
      ],
    })
    expect(price(form, 'aurora-2')).toHaveProperty('value', '2.5')
    expect(price(form, 'aurora-mini')).toHaveProperty('value', '')
    await user.type(form.getByRole('textbox', { name: 'Models' }), ', sketch')
    await user.type(price(form, 'sketch'), '0.25')
    await user.clear(price(form, 'aurora-2'))
    await user.type(price(form, 'aurora-2'), '3')
    await user.type(form.getByRole('textbox', { name: 'Daily cap' }), '100')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')[0]?.draft).toMatchObject({
      models: ['aurora-2', 'aurora-mini', 'sketch'],
      prices: { 'aurora-2': 3, sketch: 0.25 },
      dailyCap: 100,
    })
  })

  test('are asked for models used without being named, and first for the one in the form', async () => {
    const main = createMainStandIn({ connections: [{ ...serviceConnection, prices: { sketch: 0.5 } }] })
    main.prompts.used = { model: ['aurora-x', 'aurora-2'], size: [] }
    main.drafts.set('aurora', { ...emptyDraft, model: 'aurora-typed' })
    const { user, bridge, form } = await openStored(main)
    await waitFor(() => expect(price(form, 'aurora-x')).toBeVisible())
    const names = form
      .getAllByRole('textbox', { name: /^Price of / })
      .map((field) => field.getAttribute('aria-label'))
    expect(names).toEqual(
      ['aurora-typed', 'aurora-2', 'aurora-x', 'sketch'].map((name) => `Price of ${name}`),
    )

    await user.type(price(form, 'aurora-x'), '4')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')[0]?.draft).toMatchObject({
      models: ['aurora-2'],
      prices: { 'aurora-x': 4, sketch: 0.5 },
    })
  })

  test('are per request or per image, by size where wanted, and may have a comma', async () => {
    const sketch = { per: 'image', credits: 2, sizes: { '512x512': 1 } } as const
    const { user, bridge, form } = await openStored({
      connections: [{ ...serviceConnection, prices: { sketch } }],
    })
    await user.type(price(form, 'aurora-2'), '3,5')
    await user.click(form.getByRole('combobox', { name: 'What the price of aurora-2 is for' }))
    await user.click(form.getByRole('option', { name: 'credits per image' }))
    await user.click(form.getByRole('button', { name: 'Add a price of aurora-2 for a size' }))
    await user.type(form.getByRole('textbox', { name: 'Size 1 of aurora-2' }), '1536x')
    await user.type(form.getByRole('textbox', { name: 'Price for size 1 of aurora-2' }), '5')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByRole('textbox', { name: 'Size 1 of aurora-2' }).getAttribute('aria-invalid')).toBe(
      'true',
    )
    await user.type(form.getByRole('textbox', { name: 'Size 1 of aurora-2' }), '1024')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bridge.inputs('connections.save')).toHaveLength(1))
    expect(bridge.inputs('connections.save')[0]?.draft.prices).toEqual({
      'aurora-2': { per: 'image', credits: 3.5, sizes: { '1536x1024': 5 } },
      sketch,
    })
  })

  test('ask for a cap once there is a price, and keep asking', async () => {
    const { user, form } = await openStored()
    expect(form.queryByRole('textbox', { name: 'Daily cap' })).toBeNull()
    await user.type(price(form, 'aurora-2'), '2')
    const cap = form.getByRole('textbox', { name: 'Daily cap' })
    await user.type(cap, '100')
    await user.clear(price(form, 'aurora-2'))
    await user.clear(cap)
    expect(document.activeElement).toBe(cap)
  })

  test('show a cap that is set, whatever has a price', async () => {
    const { form } = await openStored({ connections: [{ ...serviceConnection, dailyCap: 7 }] })
    expect(form.getByRole('textbox', { name: 'Daily cap' })).toHaveProperty('value', '7')
  })

  test.each(['two', '-1', '1,500', '0.00001'])(
    'that are %s are not saved, and are reported as errors',
    async (text) => {
      const { user, bridge, form } = await openStored()
      await user.type(price(form, 'aurora-2'), text)
      await user.click(form.getByRole('button', { name: 'Save' }))
      expect(price(form, 'aurora-2').getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(price(form, 'aurora-2'))
      expect(form.getByText(/Enter a number from 0/)).toBeVisible()
      await user.clear(price(form, 'aurora-2'))
      await user.type(price(form, 'aurora-2'), '2')
      const cap = form.getByRole('textbox', { name: 'Daily cap' })
      await user.type(cap, text)
      await user.click(form.getByRole('button', { name: 'Save' }))
      expect(cap.getAttribute('aria-invalid')).toBe('true')
      expect(bridge.inputs('connections.save')).toEqual([])
    },
  )

  test.each([
    ['dailyCapReached', 'Change the cap', 'Daily cap'],
    ['priceMissing', 'Set a price', 'Price of aurora-2'],
  ] as const)('are where the banner of %s leads', async (code, button, field) => {
    const hold = { error: appError(code, { params: { cap: 5, model: 'aurora-2' } }), since: 0, polls: false }
    const dailyCap = code === 'dailyCapReached' ? 5 : null
    const { user } = await renderWindow({ connections: [{ ...serviceConnection, hold, dailyCap }] })
    await user.click(screen.getByRole('button', { name: button }))
    const form = within(await screen.findByRole('dialog', { name: 'Connection' }))
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: field })))
  })
})
